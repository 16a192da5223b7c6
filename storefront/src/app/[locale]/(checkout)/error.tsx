"use client";

import ErrorPage from "../(shop)/error";

export default ErrorPage;
