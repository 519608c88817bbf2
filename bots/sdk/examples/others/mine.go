// A bot in Go: build it with `go build mine.go`, and seat it with use = "cmd:./mine".
// What it is asked and may say is in FORMATS.md, "JSON lines".
package main

import (
	"encoding/json"
	"os"
)

type request struct {
	ID     int             `json:"id"`
	Type   string          `json:"type"`
	View   json.RawMessage `json:"view"`
	Events []string        `json:"events"`
	Legal  []string        `json:"legal"`
}

type reply struct {
	ID     int    `json:"id"`
	Name   string `json:"name,omitempty"`
	Action string `json:"action,omitempty"`
}

// The strategy. The view has all that a player sees; this one takes the easy way.
func act(asked request) string {
	return asked.Legal[0]
}

func main() {
	requests, replies := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var asked request
		if requests.Decode(&asked) != nil {
			return
		}
		answer := reply{ID: asked.ID}
		switch asked.Type {
		case "hello":
			answer.Name = "mine"
		case "act":
			answer.Action = act(asked)
		}
		replies.Encode(answer)
	}
}
