package io.quipu.edge.kafka.progress;

import io.quipu.engine.store.TopicIdentity;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The text that is committed with an offset: of which topic it is, and where its partition waits as
 * nobody knows what was counted. Offsets that the operator sets have none, nor have those of
 * earlier versions.
 *
 * @param doubt null where everything before the offset is decided, and nothing behind it is in
 *     doubt
 */
public record OffsetMetadata(TopicIdentity topic, @Nullable Doubt doubt) {
  private static final Pattern FORM =
      Pattern.compile("quipu cluster=(\\S*) topic=(\\S*)(?: doubt=(\\d{1,18})-(\\d{1,18}))?");

  /**
   * Records of which it can no more be found out whether they are counted.
   *
   * @param first offset of the first of them
   * @param last offset of the last record that was taken: others up to it may be counted
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

  /** Empty for a text of others. */
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

  /** Returns this metadata with one more doubt. */
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
