# SPDX-License-Identifier: Apache-2.0
#
# Reads calendars as JSON, one a line: {"text", "zone", "from", "to"}, the last two as
# YYYYMMDD. Writes the occurrences of each as JSON, one calendar a line: [start, end,
# title], with days as YYYYMMDD and times as seconds since 1970; or the error as a text.
# The recurrences are those of Debian's python3-recurring-ical-events.
import datetime, json, sys
import icalendar, pytz, recurring_ical_events


def told(at, zone):
    if not isinstance(at, datetime.datetime):
        return at.strftime("%Y%m%d")
    if at.tzinfo is None:
        at = zone.localize(at)
    elif hasattr(at.tzinfo, "normalize"):
        at = at.tzinfo.normalize(at)  # pytz reckons with the offset of before otherwise
    return int(at.timestamp())


def day(text, zone, more):
    at = datetime.datetime.strptime(text, "%Y%m%d") + datetime.timedelta(days=more)
    return zone.localize(at)


def occurrences(one):
    zone = pytz.timezone(one["zone"])
    calendar = icalendar.Calendar.from_ical(one["text"])
    found = []
    for e in recurring_ical_events.of(calendar).between(day(one["from"], zone, 0), day(one["to"], zone, 0)):
        if e.get("STATUS") == "CANCELLED":
            continue  # it leaves these to its caller
        found.append([told(e["DTSTART"].dt, zone), told(e["DTEND"].dt, zone), str(e.get("SUMMARY", ""))])
    return found


for line in sys.stdin:
    try:
        print(json.dumps(occurrences(json.loads(line))))
    except Exception as e:
        print(json.dumps(type(e).__name__ + ": " + str(e)))
