"use client";

import ErrorPage from "./(shop)/error";

/** What is shown where not a page failed but what is around it, as the header. */
export default ErrorPage;
