package io.quipu.testing.abuse;

/** No attack at all, to compare with. */
final class Quiet implements Attack {
  @Override
  public String name() {
    return "quiet";
  }

  @Override
  public String run(Target target) throws InterruptedException {
    Thread.sleep(target.scale().quiet().toMillis());
    return "nothing, for " + target.scale().quiet().toSeconds() + " s";
  }
}
