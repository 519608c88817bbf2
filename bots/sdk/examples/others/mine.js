// A bot in JavaScript, for Node: seat it with use = "cmd:node mine.js".
// What it is asked and may say is in FORMATS.md, "JSON lines".

const readline = require("readline");

// The strategy. `view` has all that a player sees; this one takes the easy way.
function act(view, events, legal) {
  return legal[0];
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const request = JSON.parse(line);
  const reply = { id: request.id };
  if (request.type === "hello") {
    reply.name = "mine";
  } else if (request.type === "act") {
    reply.action = act(request.view, request.events, request.legal);
  }
  // One line, and at once: nobody asks further before it is there.
  process.stdout.write(JSON.stringify(reply) + "\n");
});
