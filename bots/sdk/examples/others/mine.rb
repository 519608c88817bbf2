# A bot in Ruby: seat it with use = "cmd:ruby mine.rb".
# What it is asked and may say is in FORMATS.md, "JSON lines".

require "json"

# The strategy. The view has all that a player sees; this one takes the easy way.
def act(view, events, legal)
  legal[0]
end

$stdout.sync = true # each line at once: nobody asks further before it is there
while (line = $stdin.gets)
  request = JSON.parse(line)
  reply = { id: request["id"] }
  case request["type"]
  when "hello" then reply[:name] = "mine"
  when "act" then reply[:action] = act(*request.values_at("view", "events", "legal"))
  end
  puts JSON.generate(reply)
end
