package io.quipu.edge.web;

/** A section of the contract, with its own routes. */
@FunctionalInterface
public interface Resource {
  /** Adds the routes of this resource. Called once, before the server listens. */
  void mount(Routes routes);
}
