package onboard

// Config is the [onboard] table of the configuration.
type Config struct {
	Guide bool `toml:"guide"` // a new device says on its panel how it is reached
}

// DefaultConfig is the configuration of an empty file.
var DefaultConfig = Config{Guide: true}
