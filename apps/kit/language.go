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
}

// Languages lists the languages by code; the first is the default.
var Languages = []struct {
	Code, title string // as in settings, and for people
	words       *Language
}{{"en", "English", &english}, {"de", "Deutsch", &german}, {"es", "Español", &spanish}, {"nl", "Nederlands", &dutch}}

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
	Days:   [7]string{"SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"},
	Months: [12]string{"JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"},
	Hours:  [12]string{"TWE|LVE", "ONE", "TWO", "THR|EE", "FOUR", "FIVE", "SIX", "SEV|EN", "EIG|HT", "NI|NE", "TEN", "ELE|VEN"},
	Steps: [12]string{"IT IS h", "FIVE PAST h", "TEN PAST h", "QUA|RTER PAST h", "TWE|NTY PAST h", "TWE|NTY FIVE PAST h",
		"HALF PAST h", "TWE|NTY FIVE TO n", "TWE|NTY TO n", "QUA|RTER TO n", "TEN TO n", "FIVE TO n"},
}

var german = Language{
	Days:   [7]string{"SO", "MO", "DI", "MI", "DO", "FR", "SA"},
	Months: [12]string{"JAN", "FEB", "MÄR", "APR", "MAI", "JUN", "JUL", "AUG", "SEP", "OKT", "NOV", "DEZ"},
	Hours:  [12]string{"ZWÖ|LF", "EINS", "ZW|EI", "DREI", "VIER", "FÜ|NF", "SE|CHS", "SIE|BEN", "ACHT", "NE|UN", "ZE|HN", "ELF"},
	Steps: [12]string{"ES IST h", "FÜ|NF NA|CH h", "ZE|HN NA|CH h", "VIER|TEL NA|CH h", "ZWA|NZIG NA|CH h", "FÜ|NF VOR HALB n",
		"HALB n", "FÜ|NF NA|CH HALB n", "ZWA|NZIG VOR n", "VIER|TEL VOR n", "ZE|HN VOR n", "FÜ|NF VOR n"},
}

var spanish = Language{
	Days:   [7]string{"DOM", "LUN", "MAR", "MIÉ", "JUE", "VIE", "SÁB"},
	Months: [12]string{"ENE", "FEB", "MAR", "ABR", "MAY", "JUN", "JUL", "AGO", "SEP", "OCT", "NOV", "DIC"},
	Hours: [12]string{"LAS DO|CE", "LA UNA", "LAS DOS", "LAS TRES", "LAS CUA|TRO", "LAS CIN|CO", "LAS SEIS", "LAS SIE|TE", "LAS OC|HO",
		"LAS NUE|VE", "LAS DIEZ", "LAS ON|CE"},
	Steps: [12]string{"h", "h Y CIN|CO", "h Y DIEZ", "h Y CUA|RTO", "h Y VEIN|TE", "h Y VEIN|TI|CIN|CO",
		"h Y ME|DIA", "n ME|NOS VEIN|TI|CIN|CO", "n ME|NOS VEIN|TE", "n ME|NOS CUA|RTO", "n ME|NOS DIEZ", "n ME|NOS CIN|CO"},
}

var dutch = Language{
	Days:   [7]string{"ZO", "MA", "DI", "WO", "DO", "VR", "ZA"},
	Months: [12]string{"JAN", "FEB", "MRT", "APR", "MEI", "JUN", "JUL", "AUG", "SEP", "OKT", "NOV", "DEC"},
	Hours:  [12]string{"TWA|ALF", "EEN", "TW|EE", "DRIE", "VIER", "VIJF", "ZES", "ZE|VEN", "ACHT", "NE|GEN", "TIEN", "ELF"},
	Steps: [12]string{"h UUR", "VIJF OVER h", "TIEN OVER h", "KWA|RT OVER h", "TIEN VO|OR HALF n", "VIJF VO|OR HALF n",
		"HALF n", "VIJF OVER HALF n", "TIEN OVER HALF n", "KWA|RT VO|OR n", "TIEN VO|OR n", "VIJF VO|OR n"},
}

// Hour returns the word for the hour of t plus later hours.
func (l *Language) Hour(t time.Time, later int) string { return l.Hours[(t.Hour()+later)%12] }
