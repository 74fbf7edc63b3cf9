/** The access of callers: the lookup of callers, their permissions, and the audit log. */
@NullMarked
package io.quipu.service.access;

import org.jspecify.annotations.NullMarked;
