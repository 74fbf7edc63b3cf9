package io.quipu.cli.report;

/**
 * Why parts of a report are missing.
 *
 * @param line the parts, and why
 * @param status the status that the service answered; 0 if it did not answer
 */
public record Failure(String line, int status) {}
