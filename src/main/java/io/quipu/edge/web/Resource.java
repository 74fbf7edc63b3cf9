package io.quipu.edge.web;

/** A part of the contract that brings its own routes. */
@FunctionalInterface
public interface Resource {
  /** Adds the routes of this resource; called once, before the server listens. */
  void mount(Routes routes);
}
