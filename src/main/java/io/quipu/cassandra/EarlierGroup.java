package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.writer.WriterRegistry.GroupMember;
import io.vertx.cassandra.ResultSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The group as versions of before kept it, with a row for each member, and a generation that is
 * negative since it was taken over: such a version then neither joins nor announces.
 *
 * <p>Invariant: who takes it over knows every member that joined it. A single answer may lack some,
 * so it is taken over at a generation that two answers in a row had. Writers of such versions stay
 * members until they have ended: the horizon waits for them, but they neither settle nor watch.
 */
record EarlierGroup(CassandraSession session) {
  private static final Cql READ =
      Cql.serialRead(
          "SELECT generation, horizon, writer, number, settles FROM $ks.writer_group"
              + " WHERE group_name = ?");
  private static final Cql TAKE_OVER =
      Cql.conditional(
          "UPDATE $ks.writer_group SET generation = -1, joined = ?, members = ?"
              + " WHERE group_name = ? IF generation = ? AND horizon = ?");

  static final List<Cql> STATEMENTS = List.of(READ, TAKE_OVER);

  /** The size of a driver page, above the size of any group: a group is one driver page. */
  private static final int ONE_PAGE = 50_000;

  /**
   * One answer.
   *
   * @param generation null before a founding
   * @param horizon null likewise
   */
  record Seen(@Nullable Long generation, @Nullable EventTime horizon, List<GroupMember> members) {
    /** Tells whether nobody has founded a group. */
    boolean isNone() {
      return generation == null;
    }

    /** Tells whether there is a group in the place of this one. */
    boolean isOver() {
      return generation != null && generation < 0;
    }

    boolean hasGenerationOf(Seen other) {
      return Objects.equals(generation, other.generation);
    }
  }

  BoundStatement select() {
    return session.bind(READ, WriterGroup.NAME).setPageSize(ONE_PAGE);
  }

  BoundStatement takeOver(Seen whole) {
    return session.bind(
        TAKE_OVER,
        whole.generation(),
        MembersBlob.of(whole.members()),
        WriterGroup.NAME,
        whole.generation(),
        Objects.requireNonNull(whole.horizon()).boundary());
  }

  static Seen decode(ResultSet page) {
    if (page.hasMorePages()) {
      throw new IllegalStateException("more than " + ONE_PAGE + " writers in the group");
    }
    Row statics = null;
    List<GroupMember> members = new ArrayList<>();
    for (Row row : page.currentPage()) {
      statics = row;
      UUID writer = row.getUuid(2);
      if (writer != null) {
        members.add(new GroupMember(writer, row.getLong(3), row.getBoolean(4)).leftBehind());
      }
    }
    if (statics == null || statics.isNull(0)) {
      return new Seen(null, null, List.of());
    }
    UUID horizon = statics.getUuid(1);
    members.sort(Comparator.comparingLong(GroupMember::number));
    return new Seen(
        statics.getLong(0), horizon == null ? null : EventTime.of(horizon), List.copyOf(members));
  }
}
