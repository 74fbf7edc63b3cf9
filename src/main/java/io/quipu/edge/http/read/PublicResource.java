package io.quipu.edge.http.read;

import io.quipu.edge.access.RouteAccess;
import io.quipu.edge.web.Resource;
import io.quipu.edge.web.Routes;

/** A resource whose routes are the same for pages of foreign origins, but for who is admitted. */
public interface PublicResource extends Resource {
  /** The access of all readers but pages of foreign origins. */
  RouteAccess access();

  /**
   * Adds the routes of this resource.
   *
   * @param readers admits the readers
   */
  void mount(Routes routes, RouteAccess readers);

  @Override
  default void mount(Routes routes) {
    mount(routes, access());
  }

  @Override
  default void mountForForeignPages(Routes routes) {
    mount(routes, access().ofForeignPages());
  }
}
