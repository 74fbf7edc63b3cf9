package io.quipu.edge.web;

/** A section of the contract, with its own routes. */
public interface Resource {
  /** Adds the routes of this resource. Called once, before the server listens. */
  void mount(Routes routes);

  /**
   * Adds the routes that pages of foreign origins may use: reads of public namespaces, and views of
   * pages that a namespace counts. Called at most once, before the server listens.
   *
   * @param routes serve such pages and nobody else
   */
  default void mountForForeignPages(Routes routes) {}
}
