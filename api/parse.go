package api

// MaxBody is the largest body of a request, bytes (decisions 10).
const MaxBody = 1 << 20
