import { answer, api, inLanguage } from "./client";
import type { CampusStudent } from "./types";

/** The customer's part in the campus programme. */
export const fetchCampus = (lang: string) => answer(api.GET("/account/campus-program-status", inLanguage(lang)));

/** The universities whose e-mail addresses count, by name. */
export const fetchUniversities = (lang: string) => answer(api.GET("/account/campus-universities", inLanguage(lang)));

/** Applies with a university's e-mail address, to which a link goes. */
export const applyByEmail = (universityId: number, email: string, lang: string) =>
  answer(
    api.POST("/account/campus-program-email-based-registration", {
      ...inLanguage(lang),
      body: { university_id: universityId, email, terms: true },
    }),
  );

/** Applies with a document. */
export const applyByUpload = (file: File, student: CampusStudent, lang: string) =>
  answer(
    api.POST("/account/campus-program-registration", {
      ...inLanguage(lang),
      body: { file: "", studentData: JSON.stringify(student) },
      bodySerializer: ({ studentData }) => {
        const form = new FormData();
        form.append("file", file);
        form.append("studentData", studentData);
        return form;
      },
    }),
  );

/** Opens the link that was mailed to the university's address; needs no log-in. */
export const confirmCampus = (token: string, lang: string) =>
  answer(api.POST("/account/campus-program-confirmation", { ...inLanguage(lang), body: { token } }));
