/** Who sent a request, and whether they may do what it asks for. */
@NullMarked
package io.quipu.edge.http.access;

import org.jspecify.annotations.NullMarked;
