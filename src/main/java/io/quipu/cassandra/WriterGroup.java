package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.writer.WriterRegistry.Announcement;
import io.quipu.engine.writer.WriterRegistry.Group;
import io.quipu.engine.writer.WriterRegistry.GroupMember;
import io.vertx.cassandra.ResultSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * The statements on the group of writers: one partition with generation, horizon and members. After
 * the founding, each change of the generation or the horizon is conditional on both old values.
 */
record WriterGroup(CassandraSession session) {
  static final String NAME = "writers";

  private static final String SELECT =
      "SELECT generation, horizon, origin, writer, number, settles FROM $ks.writer_group"
          + " WHERE group_name = ?";
  private static final Cql READ = Cql.read(SELECT);
  private static final Cql READ_ANNOUNCEMENT =
      Cql.read(
          "SELECT horizon, origin, announcement FROM $ks.writer_group WHERE group_name = ? LIMIT 1");
  private static final Cql READ_SERIAL = Cql.serialRead(SELECT);
  private static final Cql FOUND =
      Cql.conditional(
          "UPDATE $ks.writer_group SET generation = 0, horizon = ?, origin = ?"
              + " WHERE group_name = ? IF generation = null");
  private static final Cql NEXT_GENERATION =
      Cql.conditional(
          "UPDATE $ks.writer_group SET generation = ?"
              + " WHERE group_name = ? IF generation = ? AND horizon = ?");
  private static final Cql INSERT_MEMBER =
      Cql.conditional(
          "INSERT INTO $ks.writer_group (group_name, writer, number, settles)"
              + " VALUES (?, ?, ?, ?)");
  private static final Cql ANNOUNCE =
      Cql.conditional(
          "UPDATE $ks.writer_group SET horizon = ?, announcement = ?"
              + " WHERE group_name = ? IF generation = ? AND horizon = ?");
  private static final Cql DELETE_MEMBER =
      Cql.conditional("DELETE FROM $ks.writer_group WHERE group_name = ? AND writer = ? IF EXISTS");

  static final List<Cql> STATEMENTS =
      List.of(
          READ,
          READ_ANNOUNCEMENT,
          READ_SERIAL,
          FOUND,
          NEXT_GENERATION,
          INSERT_MEMBER,
          ANNOUNCE,
          DELETE_MEMBER);

  /** The size of a driver page, above the size of any group: a group is one driver page. */
  private static final int ONE_PAGE = 50_000;

  BoundStatement select() {
    return session.bind(READ, NAME).setPageSize(ONE_PAGE);
  }

  BoundStatement selectSerially() {
    return session.bind(READ_SERIAL, NAME).setPageSize(ONE_PAGE);
  }

  BoundStatement found(EventTime at) {
    return session.bind(FOUND, at.boundary(), at.boundary(), NAME);
  }

  /** Inserts the new member and the new generation, or neither. */
  Statement<?> join(UUID writer, Group seen, boolean settles) {
    long number = seen.generation() + 1;
    BoundStatement next =
        session.bind(NEXT_GENERATION, number, NAME, seen.generation(), seen.horizon().boundary());
    BoundStatement member = session.bind(INSERT_MEMBER, NAME, writer, number, settles);
    return ConditionalBatch.of(List.of(next, member), next);
  }

  BoundStatement announce(Group seen, Announcement made) {
    return session.bind(
        ANNOUNCE,
        made.group().horizon().boundary(),
        AnnouncementBlob.of(made),
        NAME,
        seen.generation(),
        seen.horizon().boundary());
  }

  BoundStatement selectAnnouncement() {
    return session.bind(READ_ANNOUNCEMENT, NAME);
  }

  /** Decodes the announcement; empty if its horizon is not that of the group. */
  static Optional<Announcement> announced(ResultSet page) {
    Row row = page.one();
    if (row == null || row.isNull(0) || row.isNull(1) || row.isNull(2)) {
      return Optional.empty();
    }
    EventTime horizon = EventTime.of(Objects.requireNonNull(row.getUuid(0)));
    EventTime origin = EventTime.of(Objects.requireNonNull(row.getUuid(1)));
    return Optional.of(AnnouncementBlob.read(row.getByteBuffer(2), origin))
        .filter(made -> made.group().horizon().equals(horizon));
  }

  BoundStatement deleteMember(UUID writer) {
    return session.bind(DELETE_MEMBER, NAME, writer);
  }

  /**
   * Decodes a group, with members in the order of their numbers.
   *
   * @return empty if the group is not founded, or if the replicas that answered lack the founding;
   *     they may still have later changes
   */
  static Optional<Group> decode(ResultSet page) {
    if (page.hasMorePages()) {
      throw new IllegalStateException("more than " + ONE_PAGE + " writers in the group");
    }
    Row statics = null;
    List<GroupMember> members = new ArrayList<>();
    for (Row row : page.currentPage()) {
      statics = row;
      UUID writer = row.getUuid(3);
      if (writer != null) {
        members.add(new GroupMember(writer, row.getLong(4), row.getBoolean(5)));
      }
    }
    if (statics == null || statics.isNull(0) || statics.isNull(1) || statics.isNull(2)) {
      return Optional.empty();
    }
    members.sort(Comparator.comparingLong(GroupMember::number));
    return Optional.of(
        new Group(
            statics.getLong(0),
            EventTime.of(Objects.requireNonNull(statics.getUuid(1))),
            EventTime.of(Objects.requireNonNull(statics.getUuid(2))),
            List.copyOf(members)));
  }
}
