package door

import "log/slog"

var silent = slog.New(slog.DiscardHandler)
