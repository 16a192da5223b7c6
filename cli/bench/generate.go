package bench

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Generate writes a catalogue of n products as JSONL, in the import's format: the categories of a model catalogue, and its
// products over and over, each time with another article number, name, price and popularity. The same model and n give
// the same bytes. The model is read into memory.
func Generate(w io.Writer, model io.Reader, n int) error {
	out := bufio.NewWriterSize(w, 1<<20)
	var products []map[string]any
	for lines := bufio.NewReader(model); ; {
		line, err := lines.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			record, fault := decode(line)
			switch {
			case fault != nil:
				return fault
			case record["type"] == "product":
				products = append(products, record)
			default:
				if _, err := out.Write(line); err != nil {
					return err
				}
			}
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
	}
	if len(products) == 0 {
		return errors.New("the model has no product")
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for i := range n {
		product := products[i%len(products)]
		if round := i / len(products); round > 0 {
			product = variant(product, round)
		}
		if err := encoder.Encode(product); err != nil {
			return err
		}
	}
	return out.Flush()
}

// decode keeps numbers as they are written.
func decode(line []byte) (map[string]any, error) {
	var record map[string]any
	d := json.NewDecoder(bytes.NewReader(line))
	d.UseNumber()
	if err := d.Decode(&record); err != nil {
		return nil, fmt.Errorf("the model: %w", err)
	}
	return record, nil
}

// variant is a product like another, of a later round.
func variant(of map[string]any, round int) map[string]any {
	v := make(map[string]any, len(of))
	for key, value := range of {
		switch key {
		case "ean", "studentCents", "uvpCents", "priceHistory": // tied to the first one's number or price
		default:
			v[key] = value
		}
	}
	v["articleNumber"] = fmt.Sprintf("%v-%d", of["articleNumber"], round)
	v["name"] = fmt.Sprintf("%v Serie %d", of["name"], round)
	if cents, ok := of["priceCents"].(json.Number); ok {
		if amount, err := cents.Int64(); err == nil {
			v["priceCents"] = max(1, amount*int64(85+round*7%31)/100)
		}
	}
	v["popularity"] = (round * 37) % 1000
	return v
}
