module example.org/display

go 1.26.0

require github.com/ledpost/ledpost v0.0.0

replace github.com/ledpost/ledpost => ../../..
