"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { Checkbox } from "@/components/ui/radio";
import { applyByUpload } from "@/lib/api/campus";
import { useValidationText } from "@/lib/checkout/use-validation-text";
import { FileField } from "./file-field";
import { today, wrongOf, type Form } from "./upload-rule";
import { TermsText } from "./terms-text";
import { useApply } from "./use-apply";

const types = [1, 2, 3, 4] as const;
const empty: Form = { type: "", school: "", from: "", to: "", born: "", terms: false };

/** Registration by a document that somebody looks at. */
export function UploadForm() {
  const t = useTranslations("campus.upload");
  const validation = useValidationText();
  const locale = useLocale();
  const [form, setForm] = useState(empty);
  const [file, setFile] = useState<File>();
  const [tried, setTried] = useState(false);
  const set = (change: Partial<Form>) => setForm({ ...form, ...change });
  const wrong = wrongOf(form, file, today());
  const { apply, outcome, error, sending } = useApply(
    (chosen: File) =>
      applyByUpload(
        chosen,
        {
          studentType: Number(form.type),
          studentAgb: form.terms,
          studentSchool: form.school.trim(),
          studentValidFrom: form.from,
          studentValidTo: form.to,
          studentBirthday: form.born,
        },
        locale,
      ),
    t("done"),
    "general",
  );
  const told = (field: string, own?: string) => {
    if (own) return tried ? t(`wrong.${own}` as "wrong.missing") : undefined;
    return validation(outcome?.errors.find((one) => one.field === field)?.reason);
  };
  const day = (label: "from" | "to" | "born", field: string) => (
    <TextField
      type="date"
      label={t(label)}
      value={form[label]}
      error={told(field, wrong[label])}
      onChange={(event) => set({ [label]: event.target.value })}
    />
  );
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (file && Object.keys(wrong).length === 0) apply(file);
      }}
    >
      <p className="text-ink-2">{t("text")}</p>
      {error && <Notice tone="error">{error}</Notice>}
      <SelectField
        label={t("type")}
        value={form.type}
        error={told("studentType", wrong.type)}
        onChange={(event) => set({ type: event.target.value })}
      >
        <option value="">{t("choose")}</option>
        {types.map((type) => (
          <option key={type} value={type}>
            {t(`types.${type}`)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t("school")}
        value={form.school}
        error={told("studentSchool", wrong.school)}
        onChange={(event) => set({ school: event.target.value })}
      />
      {day("born", "studentBirthday")}
      <div className="grid gap-5 sm:grid-cols-2">
        {day("from", "studentValidFrom")}
        {day("to", "studentValidTo")}
      </div>
      <FileField
        label={t("file")}
        hint={t("fileHint")}
        accept="image/jpeg,image/gif,image/png,application/pdf"
        error={told("file", wrong.file)}
        onChange={setFile}
      />
      <Checkbox checked={form.terms} onChange={(terms) => set({ terms })}>
        <TermsText />
      </Checkbox>
      {tried && wrong.terms && <p className="text-sm font-medium text-bad">{t("wrong.terms")}</p>}
      <Button type="submit" disabled={sending} aria-busy={sending}>
        {t("submit")}
      </Button>
    </form>
  );
}
