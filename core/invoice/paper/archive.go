package paper

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"text/template"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/invoice"
)

// The names that Factur-X 1.0 and ZUGFeRD 2 prescribe.
const (
	dataFile = "factur-x.xml"
	producer = "Kontor"
)

// archive makes PDF/A-3 of the library's PDF: it lacks what associates the embedded file with the document (ISO 19005-3,
// 6.8) and the file identifier. Both are appended as an incremental update (ISO 32000-1, 7.5.6), which leaves the bytes
// before it alone.
func archive(pdf []byte, id string) ([]byte, error) {
	broken := fault.New(fault.Internal, "invoice_pdf_structure")
	trailer := regexp.MustCompile(`/Size (\d+)\n/Root (\d+) 0 R\n`).FindSubmatch(pdf)
	info := regexp.MustCompile(`(\d+) 0 obj\n<<\n/Producer`).FindSubmatch(pdf) // the library's trailer names a wrong one
	xref := regexp.MustCompile(`startxref\n(\d+)\n%%EOF`).FindSubmatch(pdf)
	spec := regexp.MustCompile(`(?s)(\d+) 0 obj\n(<< /Type /Filespec .*?>>)\nendobj`).FindSubmatch(pdf)
	file := regexp.MustCompile(`(\d+) 0 obj\n<< /Type /EmbeddedFile /Length`).FindSubmatchIndex(pdf)
	if trailer == nil || info == nil || xref == nil || spec == nil || file == nil {
		return nil, broken
	}
	root := regexp.MustCompile(`(?s)\n` + string(trailer[2]) + ` 0 obj\n<<\n(.*?)\n>>\nendobj`).FindSubmatch(pdf)
	content := regexp.MustCompile(`(?s)^<< (.*?>>) >>\s*stream\n`).FindSubmatch(pdf[file[3]+len(" 0 obj\n"):])
	if root == nil || content == nil {
		return nil, broken
	}
	fileNumber := string(pdf[file[2]:file[3]])
	start := file[3] + len(" 0 obj\n") + len(content[0])
	length, err := strconv.Atoi(string(regexp.MustCompile(`/Length (\d+)`).FindSubmatch(content[1])[1]))
	if err != nil || start+length > len(pdf) {
		return nil, broken
	}
	out := bytes.NewBuffer(bytes.Clone(pdf))
	offsets := map[string]int{}
	write := func(number, body string) {
		offsets[number] = out.Len()
		fmt.Fprintf(out, "%s 0 obj\n%s\nendobj\n", number, body)
	}
	out.WriteByte('\n')
	write(fileNumber, "<< /Subtype /text#2Fxml "+string(content[1])+" >>\nstream\n"+string(pdf[start:start+length])+"\nendstream")
	write(string(spec[1]), strings.Replace(string(spec[2]), "/F ()", "/F ("+dataFile+") /AFRelationship /Alternative", 1))
	write(string(trailer[2]), "<<\n"+strings.Replace(string(root[1]), "(Attachement1)", "("+dataFile+")", 1)+"\n/ViewerPreferences << /DisplayDocTitle true >>\n/AF ["+string(spec[1])+" 0 R]\n>>")
	begin := out.Len()
	out.WriteString("xref\n")
	for _, number := range []string{fileNumber, string(spec[1]), string(trailer[2])} {
		fmt.Fprintf(out, "%s 1\n%010d 00000 n \n", number, offsets[number])
	}
	sum := sha256.Sum256(append([]byte(id), pdf...))
	fmt.Fprintf(out, "trailer\n<<\n/Size %s\n/Root %s 0 R\n/Info %s 0 R\n/Prev %s\n/ID [<%x> <%x>]\n>>\nstartxref\n%d\n%%%%EOF\n",
		trailer[1], trailer[2], info[1], xref[1], sum[:16], sum[:16], begin)
	return out.Bytes(), nil
}

// metadata is the XMP packet: PDF/A-3b, and the extension schema by which programs find the data.
func metadata(title string, n *invoice.Invoice) []byte {
	var b bytes.Buffer
	err := packet.Execute(&b, map[string]string{
		"Title": title, "Author": n.Seller.Name, "Date": n.IssuedAt.UTC().Format("2006-01-02T15:04:05Z"), "Producer": producer, "File": dataFile,
	})
	if err != nil {
		panic(err) // texts into memory
	}
	return b.Bytes()
}

var packet = template.Must(template.New("xmp").Parse(`<?xpacket begin="` + "\ufeff" + `" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance></rdf:Description>
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">{{html .Title}}</rdf:li></rdf:Alt></dc:title><dc:creator><rdf:Seq><rdf:li>{{html .Author}}</rdf:li></rdf:Seq></dc:creator></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"><pdf:Producer>{{.Producer}}</pdf:Producer></rdf:Description>
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"><xmp:CreateDate>{{.Date}}</xmp:CreateDate><xmp:ModifyDate>{{.Date}}</xmp:ModifyDate></rdf:Description>
<rdf:Description rdf:about="" xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"><fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>{{.File}}</fx:DocumentFileName><fx:Version>1.0</fx:Version><fx:ConformanceLevel>EN 16931</fx:ConformanceLevel></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"><pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema><pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>
<rdf:li rdf:parseType="Resource"><pdfaProperty:name>DocumentFileName</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>name of the embedded XML invoice file</pdfaProperty:description></rdf:li>
<rdf:li rdf:parseType="Resource"><pdfaProperty:name>DocumentType</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>INVOICE</pdfaProperty:description></rdf:li>
<rdf:li rdf:parseType="Resource"><pdfaProperty:name>Version</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>The actual version of the Factur-X data</pdfaProperty:description></rdf:li>
<rdf:li rdf:parseType="Resource"><pdfaProperty:name>ConformanceLevel</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>The conformance level of the Factur-X data</pdfaProperty:description></rdf:li>
</rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`))
