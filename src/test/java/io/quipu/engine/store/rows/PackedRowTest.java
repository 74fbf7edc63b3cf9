package io.quipu.engine.store.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.windows.EventMinute;
import io.quipu.engine.windows.EventTime;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is packed, and in which form: processes of the next version read the rows of this one. */
class PackedRowTest {
  private static final EventTime NOON = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));

  private static EventRow row(int tick, int events, String id) {
    return new EventRow(NOON.plusTicks(tick).timeuuid(0, 1), -events, events, id);
  }

  private static String form(LogRow row) {
    ByteBuffer ids = ((PackedRow) row).ids().duplicate();
    byte[] bytes = new byte[ids.remaining()];
    ids.get(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private static List<EventRow> each(List<? extends LogRow> packed) {
    List<EventRow> rows = new ArrayList<>();
    packed.forEach(row -> rows.addAll(row.each()));
    return rows;
  }

  /** Each in a row of its own, as those that were not minted one after the other are. */
  private static List<? extends LogRow> apart(List<EventRow> rows) {
    return rows.stream().flatMap(row -> PackedRow.pack(List.of(row)).stream()).toList();
  }

  @Test
  void aRowAloneStaysAsItIs_unlessItsIdIsOfSeveral() {
    for (EventRow one : List.of(row(0, 1, "a"), row(0, 7, null))) {
      assertThat(PackedRow.pack(List.of(one))).isEqualTo(List.of(one));
    }
  }

  @Test
  void idsOfOneEventEachHaveTheFirstForm() {
    List<? extends LogRow> packed = PackedRow.pack(List.of(row(0, 1, "a"), row(1, 1, "b")));

    assertThat(packed).hasSize(1);
    assertThat(form(packed.get(0))).isEqualTo("01" + "016101" + "016201");
  }

  @Test
  void anIdOfSeveralEventsIsPackedEvenAlone() {
    List<EventRow> rows = List.of(row(0, 1, "a"), row(1, 300, "b"));

    List<? extends LogRow> together = PackedRow.pack(rows);
    List<? extends LogRow> apart = apart(rows);

    assertThat(together).hasSize(1);
    assertThat(form(together.get(0))).isEqualTo("02" + "01610101" + "0162d704ac02");
    assertThat(apart).hasSize(2);
    assertThat(apart.get(0)).isEqualTo(rows.get(0));
    assertThat(form(apart.get(1))).isEqualTo("02" + "0162d704ac02");
    assertThat(each(together)).isEqualTo(rows);
    assertThat(each(apart)).isEqualTo(rows);
  }

  @Test
  void eventsOfAnotherMinuteArePackedEvenAlone_withAnIdOrWithout() {
    long before = EventMinute.of(NOON) - 120;
    EventRow own = row(0, 1, "a");
    EventRow late = new EventRow(NOON.plusTicks(1).timeuuid(0, 1), -1, 1, "b", 86_400, before);
    EventRow unnamed = new EventRow(NOON.plusTicks(2).timeuuid(0, 1), 9, 300, null, 0, before);
    EventRow ahead =
        new EventRow(NOON.plusTicks(3).timeuuid(0, 1), 1, 1, "c", 86_400, before + 180);
    List<EventRow> rows = List.of(own, late, unnamed, ahead);

    List<? extends LogRow> together = PackedRow.pack(rows);
    List<? extends LogRow> apart = apart(rows);

    assertThat(together).hasSize(3);
    assertThat(form(together.get(0))).isEqualTo("03" + "0161010100" + "0162010103");
    assertThat(form(together.get(1))).isEqualTo("03" + "0012ac0203");
    assertThat(form(together.get(2))).isEqualTo("03" + "0163020102");
    assertThat(apart).hasSize(4);
    assertThat(apart.get(0)).isEqualTo(own);
    assertThat(each(together)).isEqualTo(rows);
    assertThat(each(apart)).isEqualTo(rows);
  }

  @Test
  void theMinuteOfItsRecordingIsNoOther() {
    EventRow same = new EventRow(NOON.timeuuid(0, 1), 1, 1, "a", 86_400, EventMinute.of(NOON));
    assertThat(same.minute()).isEqualTo(EventMinute.OWN);
    assertThat(PackedRow.pack(List.of(same))).isEqualTo(List.of(same));
  }
}
