package io.quipu.edge.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.edge.kafka.progress.OffsetMetadata;
import io.quipu.edge.kafka.progress.OffsetMetadata.Doubt;
import io.quipu.engine.store.TopicIdentity;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PartitionStartTest {
  private static final TopicIdentity FIRST = new TopicIdentity("here", "aaaa");
  private static final TopicIdentity ANEW = new TopicIdentity("here", "bbbb");
  private static final TopicIdentity ELSEWHERE = new TopicIdentity("there", "cccc");
  private static final TopicIdentity NAMELESS = new TopicIdentity("here", "");

  private static AssignedPartition start(TopicIdentity own, @Nullable OffsetAndMetadata offset) {
    return PartitionStart.of(new TopicPartition("orders", 3), own, FIRST, offset);
  }

  private static OffsetAndMetadata of(TopicIdentity topic) {
    return new OffsetAndMetadata(17, new OffsetMetadata(topic, null).text());
  }

  private static OffsetAndMetadata plain() {
    return new OffsetAndMetadata(17);
  }

  /** An earlier version committed no metadata, and its records may come again. */
  @Test
  void idsOfTheFirstTopicAreThoseOfEarlierVersions() {
    for (OffsetAndMetadata offset : new OffsetAndMetadata[] {null, plain(), of(FIRST)}) {
      AssignedPartition started = start(FIRST, offset);
      assertThat(started.isStopped()).isFalse();
      assertThat(started.id(17)).isEqualTo("orders-3-17");
    }
  }

  @Test
  void anotherTopicWaits_untilTheGroupHasAnOffsetForIt() {
    assertThat(start(ANEW, null).isStopped()).isTrue();
    assertThat(start(ANEW, of(FIRST)).isStopped()).isTrue();
    assertThat(start(ELSEWHERE, of(FIRST)).isStopped()).isTrue();
    assertThat(start(FIRST, of(ANEW)).isStopped()).isTrue();
    assertThat(start(ANEW, plain()).isStopped()).isFalse();
    assertThat(start(ANEW, of(ANEW)).isStopped()).isFalse();
    assertThat(start(ANEW, plain()).id(17)).isEqualTo("@bbbb-3-17");
    assertThat(start(ELSEWHERE, of(ELSEWHERE)).id(17)).isEqualTo("@cccc-3-17");
  }

  @Test
  void aTopicWithoutAnIdIsToldByItsClusterAlone() {
    assertThat(start(NAMELESS, of(FIRST)).id(17)).isEqualTo("orders-3-17");
    TopicIdentity other = new TopicIdentity("there", "");
    assertThat(start(other, null).isStopped()).isTrue();
    assertThat(start(other, plain()).id(17)).startsWith("@").hasSize("@-3-17".length() + 36);
  }

  @Test
  void whereADoubtWasLeftIsKnownFromTheOffset_andKeptUntilTheOperatorSetsIt() {
    OffsetMetadata left = new OffsetMetadata(FIRST, new Doubt(20, 42));
    assertThat(OffsetMetadata.of(left.text())).contains(left);
    AssignedPartition started = start(FIRST, new OffsetAndMetadata(17, left.text()));
    assertThat(started.waitsAt(19)).isFalse();
    assertThat(started.waitsAt(20)).isTrue();
    assertThat(started.committable()).isEmpty();
    started.progress().done(started.progress().begin(17));
    assertThat(started.committable()).contains(new OffsetAndMetadata(18, left.text()));
    assertThat(start(FIRST, plain()).waitsAt(20)).isFalse();
  }

  @Test
  void aDoubtIsCommitted_whereverThePartitionIs() {
    AssignedPartition one = start(FIRST, plain());
    one.progress().begin(17);
    one.progress().begin(18);
    assertThat(one.committable()).isEmpty();
    one.doubt(18);
    OffsetAndMetadata offset = one.committable().orElseThrow();
    assertThat(offset.offset()).isEqualTo(17);
    assertThat(offset.metadata()).endsWith("doubt=18-18");
    one.committed(offset);
    assertThat(one.committable()).isEmpty();
  }

  @Test
  void metadataOfOthersSayNothing() {
    assertThat(OffsetMetadata.of(null)).isEmpty();
    assertThat(OffsetMetadata.of("")).isEmpty();
    assertThat(OffsetMetadata.of("moved by hand")).isEmpty();
  }
}
