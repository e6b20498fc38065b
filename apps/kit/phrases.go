// SPDX-License-Identifier: Apache-2.0

package kit

// Phrases are what apps say in one language. %d and %s are for numbers and names.
type Phrases struct {
	Days [7]string // from Sunday, short; their first two letters tell them apart

	Now, Today, AllDay   string
	InMinutes, InHours   string // of a time that is still to come
	Minutes              string // that something lasts
	At                   string // of a time of the day
	Rain                 string
	SunAllDay, NoSunrise string
	New, Full, Half      string // of the moon
	Waxing, Waning       string
	Week                 string // before the number of a week

	SetPlace, NoPlace, NoWeather, NoNews string    // of the weather
	SetCalendar, NoCalendar, Nothing     string    // of calendars
	NoSensor                             string    // of the room
	Skipped, On                          string    // of an alarm: left out once; rings again
	TooSmall                             string    // of the board: the panel is too small
	SetDate                              string    // of the days until a date
	DayUnits                             [2]string // after 1 and after more
	Silence                              string    // nothing plays
	NoStations, NoServer, NoData         string    // of the radio, of Tronbyt, of the data app
	Updating                             string    // an update of the device begins: its version

	Reasons   [reasons]string // why there is nothing to show
	Answers   string          // of a server that answers with the number of an error
	NoPicture string          // of the pictures: no file has this name
}

var englishPhrases = Phrases{
	Days: [7]string{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"},
	Now:  "Now", Today: "Today", AllDay: "all day", InMinutes: "in %d min", InHours: "in %d h", At: "at %s", Rain: "Rain",
	SunAllDay: "Sun all day", Minutes: "%d min", NoSunrise: "No sunrise",
	New: "new", Full: "full", Half: "half", Waxing: "waxing", Waning: "waning", Week: "W",
	SetPlace: "Set a place", NoPlace: "No place %s", NoWeather: "No weather: %s", NoNews: "No news of the weather",
	SetCalendar: "Set a calendar", NoCalendar: "No calendar: %s", Nothing: "Nothing this week", NoSensor: "Room: no sensor",
	Skipped: "skipped", On: "on",
	TooSmall: "The board needs a panel of 64×32 or more",
	SetDate:  "Set a date", DayUnits: [2]string{"day", "days"}, Silence: "Nothing is playing",
	NoStations: "Radio: choose a station on the page", NoServer: "Tronbyt: no server is set",
	NoData: "My data: send frames, or set a URL", Updating: "Update to %s",
	Reasons: [reasons]string{
		"cannot be read", "the server cannot be reached", "there is no network", "the server takes too long",
		"the address is refused", "is too large", "the answer has no such value",
	},
	Answers: "the server answers %d", NoPicture: "There is no %s",
}

var germanPhrases = Phrases{
	Days: [7]string{"So", "Mo", "Di", "Mi", "Do", "Fr", "Sa"},
	Now:  "Jetzt", Today: "Heute", AllDay: "ganztags", InMinutes: "in %d min", InHours: "in %d h", At: "um %s", Rain: "Regen",
	SunAllDay: "Mitternachtssonne", Minutes: "%d min", NoSunrise: "Kein Sonnenaufgang",
	New: "neu", Full: "voll", Half: "halb", Waxing: "steigt", Waning: "sinkt", Week: "KW",
	SetPlace: "Ort einstellen", NoPlace: "Kein Ort %s", NoWeather: "Kein Wetter: %s", NoNews: "Nichts Neues vom Wetter",
	SetCalendar: "Kalender einstellen", NoCalendar: "Kein Kalender: %s", Nothing: "Nichts diese Woche", NoSensor: "Raum: kein Sensor",
	Skipped: "entfällt", On: "an",
	TooSmall: "Die Tafel braucht ein Panel ab 64×32",
	SetDate:  "Datum einstellen", DayUnits: [2]string{"Tag", "Tage"}, Silence: "Es läuft nichts",
	NoStations: "Radio: Sender auf der Seite wählen", NoServer: "Tronbyt: kein Server eingestellt",
	NoData: "Meine Daten: Frames senden oder eine URL einstellen", Updating: "Update auf %s",
	Reasons: [reasons]string{
		"nicht lesbar", "Server nicht erreichbar", "kein Netz", "der Server braucht zu lange",
		"Adresse nicht erlaubt", "zu groß", "der Wert fehlt in der Antwort",
	},
	Answers: "der Server antwortet %d", NoPicture: "Es gibt kein %s",
}

var spanishPhrases = Phrases{
	Days: [7]string{"Do", "Lu", "Ma", "Mi", "Ju", "Vi", "Sa"},
	Now:  "Ahora", Today: "Hoy", AllDay: "todo el día", InMinutes: "en %d min", InHours: "en %d h", At: "a las %s", Rain: "Lluvia",
	SunAllDay: "Sol de medianoche", Minutes: "%d min", NoSunrise: "No sale el sol",
	New: "nueva", Full: "llena", Half: "media", Waxing: "crece", Waning: "mengua", Week: "S",
	SetPlace: "Elija un lugar", NoPlace: "No hay lugar %s", NoWeather: "Sin previsión: %s", NoNews: "Sin noticias del tiempo",
	SetCalendar: "Elija un calendario", NoCalendar: "Sin calendario: %s", Nothing: "Nada esta semana", NoSensor: "Sala: sin sensor",
	Skipped: "omitida", On: "activa",
	TooSmall: "El tablero necesita un panel de 64×32 o más",
	SetDate:  "Elija una fecha", DayUnits: [2]string{"día", "días"}, Silence: "No suena nada",
	NoStations: "Radio: elija una emisora en la página", NoServer: "Tronbyt: sin servidor",
	NoData: "Mis datos: envíe cuadros o elija una URL", Updating: "Actualización a %s",
	Reasons: [reasons]string{
		"no se puede leer", "no se llega al servidor", "no hay red", "el servidor tarda demasiado",
		"dirección no permitida", "demasiado grande", "el valor falta en la respuesta",
	},
	Answers: "el servidor responde %d", NoPicture: "No existe %s",
}

var frenchPhrases = Phrases{
	Days: [7]string{"Di", "Lu", "Ma", "Me", "Je", "Ve", "Sa"},
	Now:  "En cours", Today: "Auj.", AllDay: "toute la journée", InMinutes: "dans %d min", InHours: "dans %d h", At: "vers %s", Rain: "Pluie",
	SunAllDay: "Soleil de minuit", Minutes: "%d min", NoSunrise: "Pas de lever",
	New: "nouv.", Full: "pleine", Half: "demie", Waxing: "croît", Waning: "décroît", Week: "S",
	SetPlace: "Choisir un lieu", NoPlace: "Aucun lieu %s", NoWeather: "Pas de météo : %s", NoNews: "Météo sans nouvelles",
	SetCalendar: "Choisir un agenda", NoCalendar: "Pas d’agenda : %s", Nothing: "Rien cette semaine", NoSensor: "Pièce : sans capteur",
	Skipped: "annulée", On: "active",
	TooSmall: "Le tableau demande un panneau d’au moins 64×32",
	SetDate:  "Choisir une date", DayUnits: [2]string{"jour", "jours"}, Silence: "Rien en lecture",
	NoStations: "Radio : choisir une station sur la page", NoServer: "Tronbyt : aucun serveur",
	NoData: "Mes données : envoyer des images ou choisir une URL", Updating: "Mise à jour : %s",
	Reasons: [reasons]string{
		"illisible", "serveur injoignable", "pas de réseau", "le serveur est trop lent",
		"adresse refusée", "trop grand", "la valeur manque dans la réponse",
	},
	Answers: "le serveur répond %d", NoPicture: "%s n’existe pas",
}

var dutchPhrases = Phrases{
	Days: [7]string{"Zo", "Ma", "Di", "Wo", "Do", "Vr", "Za"},
	Now:  "Nu", Today: "Vandaag", AllDay: "hele dag", InMinutes: "over %d min", InHours: "over %d u", At: "om %s", Rain: "Regen",
	SunAllDay: "Middernachtzon", Minutes: "%d min", NoSunrise: "Geen zonsopgang",
	New: "nieuw", Full: "vol", Half: "half", Waxing: "wast", Waning: "slinkt", Week: "W",
	SetPlace: "Kies een plaats", NoPlace: "Geen plaats %s", NoWeather: "Geen weer: %s", NoNews: "Geen nieuws van het weer",
	SetCalendar: "Kies een agenda", NoCalendar: "Geen agenda: %s", Nothing: "Niets deze week", NoSensor: "Kamer: geen sensor",
	Skipped: "vervalt", On: "aan",
	TooSmall: "Het bord vraagt een paneel vanaf 64×32",
	SetDate:  "Kies een datum", DayUnits: [2]string{"dag", "dagen"}, Silence: "Er speelt niets",
	NoStations: "Radio: kies een zender op de pagina", NoServer: "Tronbyt: geen server ingesteld",
	NoData: "Mijn gegevens: stuur frames of kies een URL", Updating: "Update naar %s",
	Reasons: [reasons]string{
		"niet leesbaar", "server niet bereikbaar", "geen netwerk", "de server is te traag",
		"adres niet toegestaan", "te groot", "de waarde ontbreekt in het antwoord",
	},
	Answers: "de server antwoordt %d", NoPicture: "Er is geen %s",
}

var chinesePhrases = Phrases{
	Days: [7]string{"周日", "周一", "周二", "周三", "周四", "周五", "周六"},
	Now:  "现在", Today: "今天", AllDay: "全天", InMinutes: "%d分钟后", InHours: "%d小时后", At: "%s", Rain: "雨",
	SunAllDay: "极昼", Minutes: "%d分钟", NoSunrise: "极夜",
	New: "新月", Full: "满月", Half: "半月", Waxing: "渐盈", Waning: "渐亏", Week: "W",
	SetPlace: "请设置地点", NoPlace: "找不到%s", NoWeather: "没有天气：%s", NoNews: "天气未更新",
	SetCalendar: "请设置日历", NoCalendar: "没有日历：%s", Nothing: "本周无日程", NoSensor: "房间：无传感器",
	Skipped: "已跳过", On: "已恢复",
	TooSmall: "看板需要至少64×32的面板",
	SetDate:  "请设置日期", DayUnits: [2]string{"天", "天"}, Silence: "没有播放",
	NoStations: "收音机：请在网页上选择电台", NoServer: "Tronbyt：未设置服务器",
	NoData: "我的数据：请发送内容或设置网址", Updating: "更新到%s",
	Reasons: [reasons]string{
		"无法读取", "无法连接服务器", "没有网络", "服务器响应超时",
		"地址不被允许", "太大", "应答中没有该值",
	},
	Answers: "服务器返回%d", NoPicture: "没有%s",
}
