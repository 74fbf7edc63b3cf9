/** Typed addresses on the event bus, and the local codec that passes records by reference. */
@NullMarked
package io.quipu.service.bus;

import org.jspecify.annotations.NullMarked;
