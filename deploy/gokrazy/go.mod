module github.com/ledpost/ledpost/deploy/gokrazy

go 1.26.0

tool (
	github.com/gokrazy/gokrazy/cmd/dhcp
	github.com/gokrazy/gokrazy/cmd/ntp
	github.com/gokrazy/gokrazy/cmd/randomd
)

require (
	github.com/BurntSushi/toml v1.6.0
	github.com/gokrazy/firmware v0.0.0-20260522070551-527ce0ed43cf
	github.com/gokrazy/gokrazy v0.0.0-20260703061218-a4a45a20149d
	github.com/gokrazy/kernel.rpi v0.0.0-20251127164438-9778ec0261de
	github.com/ledpost/ledpost v0.0.0
	github.com/mdlayher/genetlink v1.4.0
	github.com/mdlayher/netlink v1.11.2
	github.com/mdlayher/wifi v0.10.0
	github.com/vishvananda/netlink v1.3.1
	golang.org/x/sys v0.49.0
)

require (
	aead.dev/minisign v0.3.0 // indirect
	github.com/beevik/ntp v1.5.0 // indirect
	github.com/gokrazy/internal v0.0.0-20260625065634-6994f9152c44 // indirect
	github.com/google/go-cmp v0.7.0 // indirect
	github.com/google/gopacket v1.1.19 // indirect
	github.com/google/renameio/v2 v2.0.2 // indirect
	github.com/josharian/native v1.1.0 // indirect
	github.com/kenshaw/evdev v0.1.0 // indirect
	github.com/mdlayher/packet v1.1.2 // indirect
	github.com/mdlayher/socket v0.6.0 // indirect
	github.com/mdlayher/watchdog v0.0.0-20221003142519-49be0df7b3b5 // indirect
	github.com/rtr7/dhcp4 v0.0.0-20220302171438-18c84d089b46 // indirect
	github.com/vishvananda/netns v0.0.5 // indirect
	go.yaml.in/yaml/v3 v3.0.6 // indirect
	golang.org/x/crypto v0.58.0 // indirect
	golang.org/x/mod v0.41.0 // indirect
	golang.org/x/net v0.62.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/time v0.15.0 // indirect
)

replace github.com/ledpost/ledpost => ../..
