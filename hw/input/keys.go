// SPDX-License-Identifier: Apache-2.0

package input

import (
	"fmt"
	"strconv"
	"strings"
)

// The types of events (Linux, include/uapi/linux/input-event-codes.h).
const (
	evSyn = 0x00
	evKey = 0x01
	evRel = 0x02

	synDropped = 3 // of evSyn: events were lost
	synReport  = 0
)

// A key of an input device: one that is pressed, or one direction of an axis.
type key struct {
	kind, code uint16
	back       bool // the axis moves down
}

// names are the keys by their numbers, each block from its first; - has none
// (input-event-codes.h).
var names = []struct {
	prefix string
	first  uint16
	list   string
}{
	{"KEY_", 1, `ESC 1 2 3 4 5 6 7 8 9 0 MINUS EQUAL BACKSPACE TAB Q W E R T Y U I O P LEFTBRACE RIGHTBRACE ENTER
		LEFTCTRL A S D F G H J K L SEMICOLON APOSTROPHE GRAVE LEFTSHIFT BACKSLASH Z X C V B N M COMMA DOT
		SLASH RIGHTSHIFT KPASTERISK LEFTALT SPACE CAPSLOCK F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 NUMLOCK SCROLLLOCK
		KP7 KP8 KP9 KPMINUS KP4 KP5 KP6 KPPLUS KP1 KP2 KP3 KP0 KPDOT - ZENKAKUHANKAKU 102ND F11 F12 RO
		KATAKANA HIRAGANA HENKAN KATAKANAHIRAGANA MUHENKAN KPJPCOMMA KPENTER RIGHTCTRL KPSLASH SYSRQ
		RIGHTALT LINEFEED HOME UP PAGEUP LEFT RIGHT END DOWN PAGEDOWN INSERT DELETE MACRO MUTE VOLUMEDOWN
		VOLUMEUP POWER KPEQUAL KPPLUSMINUS PAUSE SCALE KPCOMMA HANGEUL HANJA YEN LEFTMETA RIGHTMETA COMPOSE
		STOP AGAIN PROPS UNDO FRONT COPY OPEN PASTE FIND CUT HELP MENU CALC SETUP SLEEP WAKEUP FILE SENDFILE
		DELETEFILE XFER PROG1 PROG2 WWW MSDOS COFFEE ROTATE_DISPLAY CYCLEWINDOWS MAIL BOOKMARKS COMPUTER
		BACK FORWARD CLOSECD EJECTCD EJECTCLOSECD NEXTSONG PLAYPAUSE PREVIOUSSONG STOPCD RECORD REWIND PHONE
		ISO CONFIG HOMEPAGE REFRESH EXIT MOVE EDIT SCROLLUP SCROLLDOWN KPLEFTPAREN KPRIGHTPAREN NEW REDO F13
		F14 F15 F16 F17 F18 F19 F20 F21 F22 F23 F24 - - - - - PLAYCD PAUSECD PROG3 PROG4 ALL_APPLICATIONS
		SUSPEND CLOSE PLAY FASTFORWARD BASSBOOST PRINT HP CAMERA SOUND QUESTION EMAIL CHAT SEARCH CONNECT
		FINANCE SPORT SHOP ALTERASE CANCEL BRIGHTNESSDOWN BRIGHTNESSUP MEDIA SWITCHVIDEOMODE KBDILLUMTOGGLE
		KBDILLUMDOWN KBDILLUMUP SEND REPLY FORWARDMAIL SAVE DOCUMENTS BATTERY BLUETOOTH WLAN UWB UNKNOWN
		VIDEO_NEXT VIDEO_PREV BRIGHTNESS_CYCLE BRIGHTNESS_AUTO DISPLAY_OFF WWAN RFKILL MICMUTE`},
	{"BTN_", 0x100, `0 1 2 3 4 5 6 7 8 9`},
	{"BTN_", 0x110, `LEFT RIGHT MIDDLE SIDE EXTRA FORWARD BACK TASK`},
	{"BTN_", 0x130, `SOUTH EAST C NORTH WEST Z TL TR TL2 TR2 SELECT START MODE THUMBL THUMBR`},
	{"KEY_", 0x160, `OK SELECT GOTO CLEAR POWER2 OPTION INFO TIME VENDOR ARCHIVE PROGRAM CHANNEL FAVORITES EPG PVR MHP
		LANGUAGE TITLE SUBTITLE ANGLE FULL_SCREEN MODE KEYBOARD ASPECT_RATIO PC TV TV2 VCR VCR2 SAT SAT2 CD
		TAPE RADIO TUNER PLAYER TEXT DVD AUX MP3 AUDIO VIDEO DIRECTORY LIST MEMO CALENDAR RED GREEN YELLOW
		BLUE CHANNELUP CHANNELDOWN FIRST LAST AB NEXT RESTART SLOW SHUFFLE BREAK PREVIOUS DIGITS TEEN TWEN
		VIDEOPHONE GAMES ZOOMIN ZOOMOUT ZOOMRESET WORDPROCESSOR EDITOR SPREADSHEET GRAPHICSEDITOR
		PRESENTATION DATABASE NEWS VOICEMAIL ADDRESSBOOK MESSENGER DISPLAYTOGGLE`},
	{"KEY_", 0x200, `NUMERIC_0 NUMERIC_1 NUMERIC_2 NUMERIC_3 NUMERIC_4 NUMERIC_5 NUMERIC_6 NUMERIC_7 NUMERIC_8 NUMERIC_9
		NUMERIC_STAR NUMERIC_POUND NUMERIC_A NUMERIC_B NUMERIC_C NUMERIC_D`},
	{"REL_", 0, `X Y Z RX RY RZ HWHEEL DIAL WHEEL MISC`},
}

// usualKeys are what keyboards, remote controls and knobs have.
func usualKeys() map[string]string {
	return map[string]string{
		"KEY_LEFT": string(Left), "KEY_PREVIOUS": string(Left), "KEY_PREVIOUSSONG": string(Left),
		"KEY_RIGHT": string(Right), "KEY_NEXT": string(Right), "KEY_NEXTSONG": string(Right),
		"KEY_ENTER": string(Action), "KEY_KPENTER": string(Action), "KEY_OK": string(Action), "KEY_SELECT": string(Action),
		"KEY_VOLUMEUP": string(VolumeUp), "KEY_VOLUMEDOWN": string(VolumeDown),
	}
}

// keyMap is the buttons by key: the usual ones, changed by what the
// configuration says. "none" takes a key away.
func keyMap(config map[string]string) (map[key]Button, error) {
	all := map[key]Button{}
	for _, from := range []map[string]string{usualKeys(), config} {
		for name, button := range from {
			k, err := parseKey(name)
			if err != nil {
				return nil, err
			}
			if button == "none" {
				delete(all, k)
				continue
			}
			if all[k], err = ParseButton(button); err != nil {
				return nil, fmt.Errorf("%w, or none, for %s", err, name)
			}
		}
	}
	return all, nil
}

// parseKey reads KEY_LEFT, BTN_0, the number of a key, or REL_DIAL+ and
// REL_DIAL- for the two directions of an axis.
func parseKey(name string) (key, error) {
	if n, err := strconv.ParseUint(name, 0, 16); err == nil && n > 0 && n <= 0x2ff {
		return key{kind: evKey, code: uint16(n)}, nil
	}
	axis := strings.HasPrefix(name, "REL_")
	plain := strings.TrimRight(name, "+-")
	for _, block := range names {
		rest, ok := strings.CutPrefix(plain, block.prefix)
		if !ok || rest == "-" || axis == (len(name) == len(plain)) || len(name)-len(plain) > 1 {
			continue
		}
		for i, n := range strings.Fields(block.list) {
			if n != rest {
				continue
			}
			if axis {
				return key{evRel, block.first + uint16(i), name[len(plain)] == '-'}, nil
			}
			return key{kind: evKey, code: block.first + uint16(i)}, nil
		}
	}
	const want = "a name such as KEY_LEFT, a number, or an axis and its direction such as REL_DIAL+"
	return key{}, fmt.Errorf("input: %q is not a key: want %s", name, want)
}
