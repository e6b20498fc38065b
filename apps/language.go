package apps

import "time"

// language has the words of a clock, in capitals. A vertical bar marks where a word may
// be broken.
type language struct {
	days   [7]string  // from Sunday
	months [12]string // from January
	hours  [12]string // from twelve
	// steps are the texts for every fifth minute: h stands for the current hour, n
	// for the next.
	steps [12]string
}

// languages lists the languages by code; the first is the default.
var languages = []struct {
	code, title string // as in settings, and for people
	words       *language
}{{"en", "English", &english}, {"de", "Deutsch", &german}, {"es", "Español", &spanish}, {"nl", "Nederlands", &dutch}}

// languageCodes returns the codes for the schema of a setting.
func languageCodes() (codes []string) {
	for _, l := range languages {
		codes = append(codes, l.code)
	}
	return codes
}

// languageTitles returns the languages' names in themselves, in the order of
// languageCodes.
func languageTitles() (titles []string) {
	for _, l := range languages {
		titles = append(titles, l.title)
	}
	return titles
}

// languageOf returns the language with that code, or else English.
func languageOf(code string) *language {
	for _, l := range languages {
		if l.code == code {
			return l.words
		}
	}
	return &english
}

var english = language{
	days:   [7]string{"SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"},
	months: [12]string{"JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"},
	hours:  [12]string{"TWE|LVE", "ONE", "TWO", "THR|EE", "FOUR", "FIVE", "SIX", "SEV|EN", "EIG|HT", "NI|NE", "TEN", "ELE|VEN"},
	steps: [12]string{"IT IS h", "FIVE PAST h", "TEN PAST h", "QUA|RTER PAST h", "TWE|NTY PAST h", "TWE|NTY FIVE PAST h",
		"HALF PAST h", "TWE|NTY FIVE TO n", "TWE|NTY TO n", "QUA|RTER TO n", "TEN TO n", "FIVE TO n"},
}

var german = language{
	days:   [7]string{"SO", "MO", "DI", "MI", "DO", "FR", "SA"},
	months: [12]string{"JAN", "FEB", "MÄR", "APR", "MAI", "JUN", "JUL", "AUG", "SEP", "OKT", "NOV", "DEZ"},
	hours:  [12]string{"ZWÖ|LF", "EINS", "ZW|EI", "DREI", "VIER", "FÜ|NF", "SE|CHS", "SIE|BEN", "ACHT", "NE|UN", "ZE|HN", "ELF"},
	steps: [12]string{"ES IST h", "FÜ|NF NA|CH h", "ZE|HN NA|CH h", "VIER|TEL NA|CH h", "ZWA|NZIG NA|CH h", "FÜ|NF VOR HALB n",
		"HALB n", "FÜ|NF NA|CH HALB n", "ZWA|NZIG VOR n", "VIER|TEL VOR n", "ZE|HN VOR n", "FÜ|NF VOR n"},
}

var spanish = language{
	days:   [7]string{"DOM", "LUN", "MAR", "MIÉ", "JUE", "VIE", "SÁB"},
	months: [12]string{"ENE", "FEB", "MAR", "ABR", "MAY", "JUN", "JUL", "AGO", "SEP", "OCT", "NOV", "DIC"},
	hours: [12]string{"LAS DO|CE", "LA UNA", "LAS DOS", "LAS TRES", "LAS CUA|TRO", "LAS CIN|CO", "LAS SEIS", "LAS SIE|TE", "LAS OC|HO",
		"LAS NUE|VE", "LAS DIEZ", "LAS ON|CE"},
	steps: [12]string{"h", "h Y CIN|CO", "h Y DIEZ", "h Y CUA|RTO", "h Y VEIN|TE", "h Y VEIN|TI|CIN|CO",
		"h Y ME|DIA", "n ME|NOS VEIN|TI|CIN|CO", "n ME|NOS VEIN|TE", "n ME|NOS CUA|RTO", "n ME|NOS DIEZ", "n ME|NOS CIN|CO"},
}

var dutch = language{
	days:   [7]string{"ZO", "MA", "DI", "WO", "DO", "VR", "ZA"},
	months: [12]string{"JAN", "FEB", "MRT", "APR", "MEI", "JUN", "JUL", "AUG", "SEP", "OKT", "NOV", "DEC"},
	hours:  [12]string{"TWA|ALF", "EEN", "TW|EE", "DRIE", "VIER", "VIJF", "ZES", "ZE|VEN", "ACHT", "NE|GEN", "TIEN", "ELF"},
	steps: [12]string{"h UUR", "VIJF OVER h", "TIEN OVER h", "KWA|RT OVER h", "TIEN VO|OR HALF n", "VIJF VO|OR HALF n",
		"HALF n", "VIJF OVER HALF n", "TIEN OVER HALF n", "KWA|RT VO|OR n", "TIEN VO|OR n", "VIJF VO|OR n"},
}

// hour returns the word for the hour of t plus later hours.
func (l *language) hour(t time.Time, later int) string { return l.hours[(t.Hour()+later)%12] }
