module github.com/tronbyt/go-libwebp

go 1.26.0

require github.com/ledpost/ledpost v0.0.0

replace github.com/ledpost/ledpost => ../../..
