// Suggests the time zone of the phone.
const zone = document.querySelector("input[name=zone]");
if (zone && !zone.value) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
