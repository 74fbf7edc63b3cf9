package io.quipu.cli.report;

import io.quipu.client.JsonObject;
import java.util.List;

/**
 * The content of a report, in any form.
 *
 * @param sentences at least one
 * @param failures why parts of it are missing
 */
public record Report(
    String title, List<String> sentences, List<Section> sections, List<Failure> failures) {
  /**
   * Makes a report.
   *
   * @param answer the answer of the service to the questions
   */
  public static Report of(ReportQuestions asked, JsonObject answer) {
    return new ReportWriter(asked, answer).report();
  }
}
