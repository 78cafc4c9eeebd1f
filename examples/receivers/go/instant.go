package main

import (
	"regexp"
	"strings"
	"time"
)

// RFC 3339, section 5.6. Its letters may be lower case.
var dateTime = regexp.MustCompile(`^([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt]([0-9]{2}:[0-9]{2}):([0-9]{2})(?:\.([0-9]+))?([Zz]|[+-][0-9]{2}:[0-9]{2})$`)

// instant is a point in time; the digits of its fraction, without zeros at the end, compare as text.
type instant struct {
	seconds  int64
	fraction string
}

func parseInstant(text string) (instant, bool) {
	parts := dateTime.FindStringSubmatch(text)
	if parts == nil {
		return instant{}, false
	}
	date, clock, second, fraction, offset := parts[1], parts[2], parts[3], parts[4], strings.ToUpper(parts[5])
	// A leap second is the last one of a day in UTC; package time doesn't know it.
	leap := second == "60"
	if leap {
		second = "59"
	}
	if offset != "Z" && (offset[1:3] > "23" || offset[4:6] > "59") {
		return instant{}, false
	}
	at, err := time.Parse("2006-01-02T15:04:05Z07:00", date+"T"+clock+":"+second+offset)
	if err != nil {
		return instant{}, false
	}
	seconds := at.Unix()
	if leap {
		if at.UTC().Hour() != 23 || at.UTC().Minute() != 59 {
			return instant{}, false
		}
		seconds++
	}
	return instant{seconds, strings.TrimRight(fraction, "0")}, true
}

func (a instant) before(b instant) bool {
	return a.seconds < b.seconds || a.seconds == b.seconds && a.fraction < b.fraction
}
