package io.quipu.engine.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.WriteOutcome;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** A suite for the stores of one interface. */
public abstract class StoreContract {
  protected abstract <T> T await(CompletionStage<T> stage);

  protected final void isWritten(CompletionStage<WriteOutcome> write) {
    assertThat(await(write)).isEqualTo(WriteOutcome.WRITTEN);
  }

  protected final void isApplied(CompletionStage<CasOutcome> change) {
    assertThat(await(change)).isEqualTo(CasOutcome.APPLIED);
  }

  protected final void isRefused(CompletionStage<CasOutcome> change) {
    assertThat(await(change)).isEqualTo(CasOutcome.REFUSED);
  }

  /**
   * Awaits changes of which at most one may be made.
   *
   * @return its number, from 1; 0 where nobody knows whether there is one
   */
  protected final int onlyApplied(List<CompletionStage<CasOutcome>> racing) {
    List<CasOutcome> outcomes = racing.stream().map(this::<CasOutcome>await).toList();
    assertThat(outcomes.stream().filter(CasOutcome.APPLIED::equals).count()).isLessThanOrEqualTo(1);
    assertThat(outcomes).containsAnyOf(CasOutcome.APPLIED, CasOutcome.UNKNOWN);
    return outcomes.indexOf(CasOutcome.APPLIED) + 1;
  }
}
