package io.quipu.ops.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SharedSpanTest {
  private final ListedSpan first = new ListedSpan("first");
  private final ListedSpan second = new ListedSpan("second");

  @Test
  void whatIsBegunIsAPartOfTheFirst_withLinksToTheOthers() {
    Span.ofAll(List.of(Span.NONE, first, second, first)).begin("write");
    assertThat(first.parts).extracting(part -> part.name).containsExactly("write");
    assertThat(first.parts.get(0).links).containsExactly(second);
    assertThat(second.parts).isEmpty();
  }

  @Test
  void ofOneItIsThatOne_andOfNoneNothing() {
    assertThat(Span.ofAll(List.of(Span.NONE, first, first))).isSameAs(first);
    assertThat(Span.ofAll(List.of(Span.NONE))).isSameAs(Span.NONE);
    assertThat(Span.ofAll(List.of())).isSameAs(Span.NONE);
  }

  @Test
  void linksHaveABound() {
    List<Span> many =
        IntStream.range(0, 10 * Span.MOST_LINKS)
            .<Span>mapToObj(i -> new ListedSpan("one of many"))
            .toList();
    Span.ofAll(many).begin("write");
    assertThat(((ListedSpan) many.get(0)).parts.get(0).links)
        .isEqualTo(many.subList(1, Span.MOST_LINKS + 1));
    // Those that are not recorded take no room.
    Span.ofAll(List.copyOf(Collections.nCopies(1_000, Span.NONE))).begin("write");
  }
}
