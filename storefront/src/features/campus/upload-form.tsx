"use client";

import { useLocale, useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { FieldError, SelectField, TextField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { Notice } from "@/components/ui/notice";
import { Checkbox } from "@/components/ui/radio";
import { applyByUpload } from "@/lib/api/campus";
import { useValidationText } from "@/lib/checkout/use-validation-text";
import { FileField } from "./file-field";
import { today, wrongOf, type Form as Values } from "./upload-rule";
import { TermsText } from "./terms-text";
import { useApply } from "./use-apply";

const types = [1, 2, 3, 4] as const;
// As they stand in the form: the first that lacks something is where sending leads to.
const fields = ["type", "school", "born", "from", "to", "file", "terms"] as const;
const empty: Values = { type: "", school: "", from: "", to: "", born: "", terms: false };

/** Registration by a document that somebody looks at. */
export function UploadForm() {
  const t = useTranslations("campus.upload");
  const validation = useValidationText();
  const locale = useLocale();
  const [form, setForm] = useState(empty);
  const [file, setFile] = useState<File>();
  const [tried, setTried] = useState(false);
  const termsId = useId();
  const set = (change: Partial<Values>) => setForm({ ...form, ...change });
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
      name={label}
      type="date"
      autoComplete={label === "born" ? "bday" : "off"}
      label={t(label)}
      required
      value={form[label]}
      error={told(field, wrong[label])}
      onChange={(event) => set({ [label]: event.target.value })}
    />
  );
  return (
    <Form
      sending={sending}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        const lacking = fields.find((field) => wrong[field]);
        if (lacking) (event.currentTarget.elements.namedItem(lacking) as HTMLElement | null)?.focus();
        else if (file) apply(file);
      }}
    >
      <p className="text-ink-2">{t("text")}</p>
      {error && (
        <Notice reveal tone="error">
          {error}
        </Notice>
      )}
      <SelectField
        name="type"
        label={t("type")}
        required
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
        name="school"
        label={t("school")}
        required
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
        name="file"
        label={t("file")}
        hint={t("fileHint")}
        accept="image/jpeg,image/gif,image/png,application/pdf"
        error={told("file", wrong.file)}
        onChange={setFile}
      />
      <div>
        <Checkbox
          name="terms"
          checked={form.terms}
          errorId={tried && wrong.terms ? termsId : undefined}
          onChange={(terms) => set({ terms })}
        >
          <TermsText />
        </Checkbox>
        <FieldError id={termsId} text={tried && wrong.terms ? t("wrong.terms") : undefined} />
      </div>
      <Button type="submit" aria-disabled={sending} aria-busy={sending}>
        {t("submit")}
      </Button>
    </Form>
  );
}
