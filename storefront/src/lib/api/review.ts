import { answer, api, inLanguage } from "./client";

/** A page of a product's reviews, the newest first. */
export const fetchReviews = (productId: number, page: number) =>
  answer(api.GET("/api/reviews/{id}", { params: { path: { id: productId }, query: { page } } }));

/** The comments on a review that come after the one with the id. */
export const fetchComments = (after: number) =>
  answer(api.GET("/api/review/comments/{after}", { params: { path: { after } } }));

/** What a review says. */
type ReviewText = { author: string; stars: number; title: string; text: string };

/** Hands a review in; it is shown once the shop has read it. */
export const addReview = (productId: number, review: ReviewText, lang: string) =>
  answer(api.POST("/api/review/add", { ...inLanguage(lang), body: { productId, ...review } }));

/** Why somebody thinks that a review is illegal; name and e-mail address may be empty. */
type ReviewReport = { text: string; goodFaith: boolean; name: string; email: string };

/** Reports a review or comment as illegal; the same key is taken once. */
export const reportReview = (key: string, reviewId: number, report: ReviewReport, lang: string) =>
  answer(api.POST("/api/review/notice", { ...inLanguage(lang), body: { key, reviewId, ...report } }));

/** Hands a comment on a review in; it is shown once the shop has read it. */
export const addComment = (reviewId: number, author: string, text: string, lang: string) =>
  answer(api.POST("/api/review/comment", { ...inLanguage(lang), body: { reviewId, author, text } }));
