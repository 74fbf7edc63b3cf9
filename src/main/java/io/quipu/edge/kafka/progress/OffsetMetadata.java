package io.quipu.edge.kafka.progress;

import io.quipu.engine.store.TopicIdentity;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The metadata that is committed with an offset: the topic, and the records in doubt at which the
 * partition waits. An offset from the operator or from an earlier version has no such metadata.
 *
 * @param doubt null if no record of the partition is in doubt
 */
public record OffsetMetadata(TopicIdentity topic, @Nullable Doubt doubt) {
  private static final Pattern FORM =
      Pattern.compile("quipu cluster=(\\S*) topic=(\\S*)(?: doubt=(\\d{1,18})-(\\d{1,18}))?");

  /**
   * The range of offsets in which some records may be counted or not, and Quipu cannot find out.
   *
   * @param first the offset of the first record in doubt
   * @param last the offset of the last record that was taken. Other records between the two may be
   *     counted for certain
   */
  public record Doubt(long first, long last) {
    Doubt and(Doubt other) {
      return new Doubt(Math.min(first, other.first), Math.max(last, other.last));
    }

    @Override
    public String toString() {
      return "records from offset " + first + " to " + last + " may be counted or not";
    }
  }

  /** Parses metadata; empty if the text is null or has another form. */
  public static Optional<OffsetMetadata> of(@Nullable String text) {
    Matcher form = FORM.matcher(text == null ? "" : text);
    if (!form.matches()) {
      return Optional.empty();
    }
    Doubt doubt =
        form.group(3) == null
            ? null
            : new Doubt(Long.parseLong(form.group(3)), Long.parseLong(form.group(4)));
    return Optional.of(new OffsetMetadata(new TopicIdentity(form.group(1), form.group(2)), doubt));
  }

  /** Returns this metadata with the smallest range that covers the earlier doubt and another. */
  public OffsetMetadata with(Doubt more) {
    return new OffsetMetadata(topic, doubt == null ? more : doubt.and(more));
  }

  public String text() {
    return "quipu cluster="
        + topic.cluster()
        + " topic="
        + topic.topic()
        + (doubt == null ? "" : " doubt=" + doubt.first + "-" + doubt.last);
  }
}
