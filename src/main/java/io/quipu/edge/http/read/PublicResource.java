package io.quipu.edge.http.read;

import io.quipu.edge.access.RouteAccess;
import io.quipu.edge.web.Resource;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.edge.web.Routes;
import io.vertx.core.Future;
import java.util.Set;

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

  /** Passes on what was read of a body, or the failure, as far as the sender may know it. */
  static <T> Future<T> readOf(RoutedRequest request, RouteAccess readers, Future<T> body) {
    return body.recover(
        failure ->
            // Who shows no credentials learns what is wrong with a body of public counters only.
            readers.isOfEverybody(request)
                ? readers.requirePublic(request, Set.of()).mapEmpty()
                : Future.failedFuture(failure));
  }

  @Override
  default void mount(Routes routes) {
    mount(routes, access());
  }

  @Override
  default void mountForForeignPages(Routes routes) {
    mount(routes, access().ofForeignPages());
  }
}
