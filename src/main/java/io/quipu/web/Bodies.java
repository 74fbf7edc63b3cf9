package io.quipu.web;

/** What the bodies of one server instance share. */
record Bodies(ByteBudget budget, BodyDeadlines deadlines) {}
