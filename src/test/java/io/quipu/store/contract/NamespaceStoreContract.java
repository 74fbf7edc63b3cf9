package io.quipu.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.counter.Granularity;
import io.quipu.counter.Kind;
import io.quipu.counter.Namespace;
import io.quipu.counter.Span;
import io.quipu.store.CasOutcome;
import io.quipu.store.NamespaceStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A namespace is created once and replaced as a whole, never under another kind. */
public abstract class NamespaceStoreContract {
  private NamespaceStore store;

  /** The store to be tested. */
  protected abstract NamespaceStore namespaces();

  protected abstract <T> T await(CompletionStage<T> stage);

  @BeforeEach
  void openStore() {
    store = namespaces();
  }

  @Test
  void anUnknownNamespaceIsNotFound() {
    assertThat(await(store.find("nowhere"))).isEmpty();
  }

  @Test
  void aNamespaceIsCreatedOnce_asItIs() {
    Namespace votes =
        new Namespace("votes", Kind.EVENT, Span.OFF, Span.FOREVER, 64, Set.of(Granularity.HOUR));

    assertThat(await(store.create(votes))).isEqualTo(CasOutcome.APPLIED);
    assertThat(await(store.create(Namespace.of("votes", Kind.LINEAR))))
        .isEqualTo(CasOutcome.REFUSED);

    assertThat(await(store.find("votes"))).contains(votes);
  }

  @Test
  void replacingNeedsAnExistingNamespaceOfTheSameKind() {
    Namespace orders = Namespace.of("orders", Kind.EVENT);
    Namespace changed =
        new Namespace(
            "orders",
            Kind.EVENT,
            new Span("7d"),
            new Span("0s"),
            2,
            Set.of(Granularity.DAY, Granularity.MINUTE));

    assertThat(await(store.replace(changed))).isEqualTo(CasOutcome.REFUSED);
    assertThat(await(store.find("orders"))).isEmpty();

    await(store.create(orders));
    assertThat(await(store.replace(Namespace.of("orders", Kind.UNIQUE))))
        .isEqualTo(CasOutcome.REFUSED);
    assertThat(await(store.replace(changed))).isEqualTo(CasOutcome.APPLIED);
    assertThat(await(store.find("orders"))).contains(changed);
  }

  @Test
  void aNamespaceWithoutWindowsIsPossible() {
    Namespace bare =
        new Namespace("bare", Kind.EVENT, new Span("24h"), new Span("1d"), 1, Set.of());

    await(store.create(bare));

    assertThat(await(store.find("bare"))).contains(bare);
  }

  @Test
  void ofManyThatCreateAtOnce_exactlyOneDoes() {
    List<CompletionStage<CasOutcome>> racing = new ArrayList<>();
    for (int shards = 1; shards <= 4; shards++) {
      racing.add(store.create(raced(shards)));
    }
    List<CasOutcome> outcomes = new ArrayList<>();
    for (CompletionStage<CasOutcome> one : racing) {
      outcomes.add(await(one));
    }

    assertThat(outcomes.stream().filter(CasOutcome.APPLIED::equals).count()).isLessThanOrEqualTo(1);
    assertThat(outcomes).containsAnyOf(CasOutcome.APPLIED, CasOutcome.UNKNOWN);
    Namespace winner = await(store.find("raced")).orElseThrow();
    if (outcomes.contains(CasOutcome.APPLIED)) {
      assertThat(winner).isEqualTo(raced(outcomes.indexOf(CasOutcome.APPLIED) + 1));
    }
  }

  private static Namespace raced(int shards) {
    return new Namespace(
        "raced", Kind.EVENT, Span.FOREVER, Span.FOREVER, shards, Set.of(Granularity.DAY));
  }
}
