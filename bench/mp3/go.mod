module github.com/ledpost/ledpost/bench/mp3

go 1.26.0

require (
	github.com/gopxl/beep/v2 v2.1.1
	github.com/hajimehoshi/go-mp3 v0.3.4
	github.com/ledpost/ledpost v0.0.0
	github.com/ledpost/ledpost/bench v0.0.0
)

require github.com/pkg/errors v0.9.1 // indirect

replace github.com/ledpost/ledpost => ../..

replace github.com/ledpost/ledpost/bench => ..
