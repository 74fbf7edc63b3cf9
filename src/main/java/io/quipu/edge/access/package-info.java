/**
 * Access to the routes of HTTP: the credentials of a caller, the right that a route demands, the
 * rates, and the audit.
 */
@NullMarked
package io.quipu.edge.access;

import org.jspecify.annotations.NullMarked;
