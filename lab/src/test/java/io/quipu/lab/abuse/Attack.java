package io.quipu.lab.abuse;

/**
 * One way to hurt the service, from outside.
 *
 * @param name a few words, without a comma: how it is selected and reported
 */
record Attack(String name, Course course) {
  @FunctionalInterface
  interface Course {
    /**
     * Attacks for about as long as the scale says, and blocks meanwhile.
     *
     * @return what was sent, and what came of it, in words
     */
    String run(Target target) throws Exception;
  }
}
