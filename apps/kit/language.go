// SPDX-License-Identifier: Apache-2.0

package kit

import "time"

// Language has the words of a clock, in capitals. A vertical bar marks where a word may
// be broken.
type Language struct {
	Days   [7]string  // from Sunday
	Months [12]string // from January
	Hours  [12]string // from twelve
	// Steps are the texts for every fifth minute: h stands for the current hour, n
	// for the next.
	Steps [12]string

	Phrases *Phrases // what apps say
}

// Languages lists the languages by code; the first is the default.
var Languages = []struct {
	Code, title string // as in settings, and for people
	words       *Language
}{{"en", "English", &english}, {"de", "Deutsch", &german}, {"es", "Español", &spanish},
	{"fr", "Français", &french}, {"nl", "Nederlands", &dutch}, {"zh", "中文", &chinese}}

// LanguageCodes returns the codes for the schema of a setting.
func LanguageCodes() (codes []string) {
	for _, l := range Languages {
		codes = append(codes, l.Code)
	}
	return codes
}

// LanguageTitles returns the languages' names in themselves, in the order of
// languageCodes.
func LanguageTitles() (titles []string) {
	for _, l := range Languages {
		titles = append(titles, l.title)
	}
	return titles
}

// LanguageOf returns the language with that code, or else English.
func LanguageOf(code string) *Language {
	for _, l := range Languages {
		if l.Code == code {
			return l.words
		}
	}
	return &english
}

var english = Language{
	Phrases: &englishPhrases,
	Days:    [7]string{"SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"},
	Months:  [12]string{"JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"},
	Hours:   [12]string{"TWE|LVE", "ONE", "TWO", "THR|EE", "FOUR", "FIVE", "SIX", "SEV|EN", "EIG|HT", "NI|NE", "TEN", "ELE|VEN"},
	Steps: [12]string{"IT IS h", "FIVE PAST h", "TEN PAST h", "QUA|RTER PAST h", "TWE|NTY PAST h", "TWE|NTY FIVE PAST h",
		"HALF PAST h", "TWE|NTY FIVE TO n", "TWE|NTY TO n", "QUA|RTER TO n", "TEN TO n", "FIVE TO n"},
}

var german = Language{
	Phrases: &germanPhrases,
	Days:    [7]string{"SO", "MO", "DI", "MI", "DO", "FR", "SA"},
	Months:  [12]string{"JAN", "FEB", "MÄR", "APR", "MAI", "JUN", "JUL", "AUG", "SEP", "OKT", "NOV", "DEZ"},
	Hours:   [12]string{"ZWÖ|LF", "EINS", "ZW|EI", "DREI", "VIER", "FÜ|NF", "SE|CHS", "SIE|BEN", "ACHT", "NE|UN", "ZE|HN", "ELF"},
	Steps: [12]string{"ES IST h", "FÜ|NF NA|CH h", "ZE|HN NA|CH h", "VIER|TEL NA|CH h", "ZWA|NZIG NA|CH h", "FÜ|NF VOR HALB n",
		"HALB n", "FÜ|NF NA|CH HALB n", "ZWA|NZIG VOR n", "VIER|TEL VOR n", "ZE|HN VOR n", "FÜ|NF VOR n"},
}

var spanish = Language{
	Phrases: &spanishPhrases,
	Days:    [7]string{"DOM", "LUN", "MAR", "MIÉ", "JUE", "VIE", "SÁB"},
	Months:  [12]string{"ENE", "FEB", "MAR", "ABR", "MAY", "JUN", "JUL", "AGO", "SEP", "OCT", "NOV", "DIC"},
	Hours: [12]string{"LAS DO|CE", "LA UNA", "LAS DOS", "LAS TRES", "LAS CUA|TRO", "LAS CIN|CO", "LAS SEIS", "LAS SIE|TE", "LAS OC|HO",
		"LAS NUE|VE", "LAS DIEZ", "LAS ON|CE"},
	Steps: [12]string{"h", "h Y CIN|CO", "h Y DIEZ", "h Y CUA|RTO", "h Y VEIN|TE", "h Y VEIN|TI|CIN|CO",
		"h Y ME|DIA", "n ME|NOS VEIN|TI|CIN|CO", "n ME|NOS VEIN|TE", "n ME|NOS CUA|RTO", "n ME|NOS DIEZ", "n ME|NOS CIN|CO"},
}

var dutch = Language{
	Phrases: &dutchPhrases,
	Days:    [7]string{"ZO", "MA", "DI", "WO", "DO", "VR", "ZA"},
	Months:  [12]string{"JAN", "FEB", "MRT", "APR", "MEI", "JUN", "JUL", "AUG", "SEP", "OKT", "NOV", "DEC"},
	Hours:   [12]string{"TWA|ALF", "EEN", "TW|EE", "DRIE", "VIER", "VIJF", "ZES", "ZE|VEN", "ACHT", "NE|GEN", "TIEN", "ELF"},
	Steps: [12]string{"h UUR", "VIJF OVER h", "TIEN OVER h", "KWA|RT OVER h", "TIEN VO|OR HALF n", "VIJF VO|OR HALF n",
		"HALF n", "VIJF OVER HALF n", "TIEN OVER HALF n", "KWA|RT VO|OR n", "TIEN VO|OR n", "VIJF VO|OR n"},
}

var french = Language{
	Phrases: &frenchPhrases,
	Days:    [7]string{"DIM", "LUN", "MAR", "MER", "JEU", "VEN", "SAM"},
	Months:  [12]string{"JAN", "FÉV", "MAR", "AVR", "MAI", "JUN", "JUL", "AOÛ", "SEP", "OCT", "NOV", "DÉC"},
	Hours: [12]string{"DOU|ZE HEU|RES", "UNE HEU|RE", "DEUX HEU|RES", "TRO|IS HEU|RES", "QUA|TRE HEU|RES", "CI|NQ HEU|RES", "SIX HEU|RES",
		"SEPT HEU|RES", "HUIT HEU|RES", "NEUF HEU|RES", "DIX HEU|RES", "ON|ZE HEU|RES"},
	Steps: [12]string{"h", "h CI|NQ", "h DIX", "h ET QUA|RT", "h VIN|GT", "h VIN|GT CI|NQ",
		"h ET DE|MIE", "n MOI|NS VIN|GT CI|NQ", "n MOI|NS VIN|GT", "n MOI|NS LE QUA|RT", "n MOI|NS DIX", "n MOI|NS CI|NQ"},
}

var chinese = Language{
	Phrases: &chinesePhrases,
	Days:    [7]string{"周日", "周一", "周二", "周三", "周四", "周五", "周六"},
	Months:  [12]string{"1月", "2月", "3月", "4月", "5月", "6月", "7月", "8月", "9月", "10月", "11月", "12月"},
	Hours:   [12]string{"十|二|点", "一|点", "两|点", "三|点", "四|点", "五|点", "六|点", "七|点", "八|点", "九|点", "十|点", "十|一|点"},
	Steps: [12]string{"h 整", "h 五|分", "h 十|分", "h 一|刻", "h 二|十|分", "h 二|十|五|分",
		"h 半", "h 三|十|五|分", "h 四|十|分", "h 三|刻", "h 五|十|分", "h 五|十|五|分"},
}

// HourWord returns the word for the hour of t plus later hours.
func (l *Language) HourWord(t time.Time, later int) string { return l.Hours[(t.Hour()+later)%12] }
