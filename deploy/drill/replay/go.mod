module github.com/ledpost/ledpost/deploy/drill/replay

go 1.26.0
