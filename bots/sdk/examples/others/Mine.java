// A bot in Java, without any library: compile it with `javac Mine.java`, and write
// command = "java Mine" into a file bot.toml beside Mine.class; the folder is the bot then.
// What it is asked and may say is in FORMATS.md, "JSON lines".

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class Mine {
    private static final Pattern ID = Pattern.compile("\"id\":(\\d+)");
    private static final Pattern LEGAL = Pattern.compile("\"legal\":\\[([^\\]]*)\\]");
    private static final Pattern TEXT = Pattern.compile("\"([^\"]*)\"");

    /** The strategy. The request has all that a player sees; this one takes the easy way. */
    private static String act(String request, List<String> legal) {
        return legal.get(0);
    }

    public static void main(String[] args) throws IOException {
        BufferedReader requests =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String request;
        while ((request = requests.readLine()) != null) {
            Matcher id = ID.matcher(request);
            id.find();
            StringBuilder reply = new StringBuilder("{\"id\":" + id.group(1));
            if (request.contains("\"type\":\"hello\"")) {
                reply.append(",\"name\":\"mine\"");
            } else if (request.contains("\"type\":\"act\"")) {
                reply.append(",\"action\":\"" + act(request, legal(request)) + "\"");
            }
            // One line, and at once: nobody asks further before it is there.
            System.out.println(reply.append("}"));
            System.out.flush();
        }
    }

    private static List<String> legal(String request) {
        List<String> actions = new ArrayList<>();
        Matcher list = LEGAL.matcher(request);
        if (list.find()) {
            Matcher action = TEXT.matcher(list.group(1));
            while (action.find()) {
                actions.add(action.group(1));
            }
        }
        return actions;
    }
}
