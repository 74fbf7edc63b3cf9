package io.quipu.cli.report;

import io.quipu.client.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** A report as the message of an incoming webhook of Slack, within the bounds of its blocks. */
public final class SlackMessage {
  /** The maximum number of characters of a header. */
  private static final int LONGEST_HEADER = 150;

  /** The maximum number of characters of a section. */
  private static final int LONGEST_SECTION = 3_000;

  private static final int MOST_BLOCKS = 50;
  private static final String FENCE = "```";

  private SlackMessage() {}

  /** The message of a report. */
  public static JsonObject of(Report report) {
    List<JsonObject> blocks = new ArrayList<>();
    JsonObject title =
        new JsonObject()
            .put("type", "plain_text")
            .put("text", escaped(report.title(), LONGEST_HEADER));
    blocks.add(new JsonObject().put("type", "header").put("text", title));
    blocks.add(block(escaped(String.join("\n", report.sentences()), LONGEST_SECTION)));
    report.sections().forEach(section -> blocks.add(block(text(section))));
    return new JsonObject()
        .put("text", escaped(report.title() + ": " + report.sentences().get(0), LONGEST_SECTION))
        .put("blocks", blocks.subList(0, Math.min(blocks.size(), MOST_BLOCKS)));
  }

  private static JsonObject block(String text) {
    return new JsonObject()
        .put("type", "section")
        .put("text", new JsonObject().put("type", "mrkdwn").put("text", text));
  }

  /** A table, whose last lines are left out if there is no room for them. */
  private static String text(Section section) {
    StringBuilder text = new StringBuilder("*" + escaped(section.title(), LONGEST_HEADER) + "*\n");
    text.append(FENCE);
    String more = "\n..." + FENCE;
    for (int i = 0; i < section.lines().size(); i++) {
      // no character can be escaped that ends the preformatted text
      String line = (i == 0 ? "" : "\n") + escaped(section.lines().get(i)).replace('`', '\'');
      if (text.length() + line.length() + more.length() > LONGEST_SECTION) {
        return text + more;
      }
      text.append(line);
    }
    return text + FENCE;
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String escaped(String text, int most) {
    String escaped = escaped(text);
    for (int length = most; escaped.length() > most; length--) {
      escaped = escaped(Section.cut(text, length));
    }
    return escaped;
  }
}
