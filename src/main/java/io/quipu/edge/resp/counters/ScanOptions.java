package io.quipu.edge.resp.counters;

import io.quipu.edge.resp.command.CommandName;
import io.quipu.edge.resp.command.Refusals;
import io.quipu.edge.resp.protocol.Command;
import io.quipu.edge.resp.protocol.Reply;
import io.quipu.engine.input.InvalidInput;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * The words of {@code SCAN} and {@code HSCAN} after the key.
 *
 * @param cursor 0 to begin
 * @param count the number of names that are looked at for one reply
 * @param type the type of the keys that are wanted, in small letters; empty for all
 * @param values whether the counts of fields are wanted, too
 */
record ScanOptions(long cursor, GlobPattern pattern, int count, String type, boolean values) {
  /** The least and the most names that are looked at for one reply. */
  private static final int FEWEST = 100;

  private static final int MOST = 1_000;

  private static final String FIRST = "0";

  /**
   * Parses the words of a command.
   *
   * @param at the index of the cursor
   * @throws InvalidInput with the detail that Redis has for the mistake
   */
  static ScanOptions of(Command command, int at) {
    OptionalLong cursor = command.integer(at);
    if (cursor.isEmpty() || cursor.getAsLong() < 0) {
      throw new InvalidInput(
          "cursor",
          "invalid cursor "
              + Refusals.word(command, at)
              + ": begin with 0, and go on with the number that the last reply has");
    }
    GlobPattern pattern = GlobPattern.ALL;
    long count = FEWEST;
    String type = "";
    boolean values = true;
    for (int i = at + 1; i < command.size(); i += 2) {
      String option = command.capitals(i);
      if (option.equals("NOVALUES") && command.capitals(0).equals("HSCAN")) {
        values = false;
        i--;
        continue;
      }
      if (i + 1 == command.size()) {
        throw syntax(command);
      }
      switch (option) {
        case "MATCH" -> pattern = GlobPattern.of(KeyAccess.text(command, i + 1, "pattern"));
        case "TYPE" -> type = type(command, i + 1);
        case "COUNT" -> count = count(command, i + 1);
        default -> throw syntax(command);
      }
    }
    int some = (int) Math.max(FEWEST, Math.min(MOST, count));
    return new ScanOptions(cursor.getAsLong(), pattern, some, type, values);
  }

  private static String type(Command command, int at) {
    if (!command.capitals(0).equals("SCAN")) {
      throw syntax(command);
    }
    return command.capitals(at).toLowerCase(Locale.ROOT);
  }

  private static long count(Command command, int at) {
    OptionalLong given = command.integer(at);
    if (given.isEmpty()) {
      throw new InvalidInput("COUNT", Refusals.notAnInteger(command, at, "from 1 on").detail());
    }
    if (given.getAsLong() < 1) {
      throw syntax(command);
    }
    return given.getAsLong();
  }

  private static InvalidInput syntax(Command command) {
    CommandName name = command.name().equals("HSCAN") ? CommandName.HSCAN : CommandName.SCAN;
    return new InvalidInput("option", name.form().syntax().detail() + ", and n is 1 at least");
  }

  /**
   * Where this page begins; empty for the first page.
   *
   * @param list names the list that is scanned
   * @throws InvalidInput if the cursor is not known, or belongs to another list
   */
  String after(ScanCursors cursors, String list) {
    if (cursor == 0) {
      return "";
    }
    ScanCursors.Place place = cursors.find(cursor);
    if (place == null || !place.list().equals(list)) {
      throw new InvalidInput(
          "cursor",
          "the cursor is not known to this instance, or not any more: begin again with cursor 0");
    }
    return place.after();
  }

  /** The reply with the fields of a page that match. */
  Reply reply(Fields.Page page, ScanCursors cursors, String list) {
    List<Fields.Field> matching =
        page.fields().stream().filter(field -> pattern.matches(field.name())).toList();
    String next = page.next();
    return reply(
        next == null ? FIRST : Long.toString(cursors.add(new ScanCursors.Place(list, next))),
        values
            ? HashReplies.namesAndCounts(matching)
            : matching.stream().<Reply>map(field -> Reply.Bulk.of(field.name())).toList());
  }

  /** The reply with the last cursor, or one that goes on. */
  static Reply reply(String cursor, List<Reply> items) {
    return new Reply.Items(List.of(Reply.Bulk.of(cursor), new Reply.Items(items)));
  }

  /** The cursor of a reply after which nothing follows. */
  static String last() {
    return FIRST;
  }
}
