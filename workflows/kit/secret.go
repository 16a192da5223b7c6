package kit

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"errors"
	"sync"
	"time"

	commonpb "go.temporal.io/api/common/v1"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/workflow"
	"google.golang.org/protobuf/proto"
)

// Keys gives the key under which a workflow's history is written, 32 bytes; nil for a workflow that has none, whose
// payloads stay readable. ErrForgotten is of a key that was destroyed.
type Keys interface {
	Key(ctx context.Context, workflowID string) ([]byte, error)
}

// ErrForgotten says that a history cannot be read any more.
var ErrForgotten = errors.New("the key of this history was destroyed")

const (
	encrypted   = "binary/encrypted"
	encodingKey = "encoding"
	workflowKey = "kontor-workflow" // whose key it is: a payload may be read where the workflow is not known
	trustKey    = time.Minute       // how long a key is remembered, and so how long it outlives its destruction
	maxKeys     = 10_000
)

type workflowIDKey struct{}

// For says about which workflow a client's call is, so that what it sends is written under the workflow's key.
func For(ctx context.Context, workflowID string) context.Context {
	return context.WithValue(ctx, workflowIDKey{}, workflowID)
}

// Secret is a data converter that encrypts what histories keep, by AES-256-GCM under the workflow's key. What is not
// encrypted it reads as it is, so that histories from before go on.
type Secret struct {
	converter.DataConverter
	keys       *keyring
	workflowID string // "" where the call is about none
}

var (
	_ converter.DataConverter = (*Secret)(nil)
	_ workflow.ContextAware   = (*Secret)(nil)
)

// NewSecret makes the converter.
func NewSecret(keys Keys) *Secret {
	ring := &keyring{keys: keys, known: map[string]knownKey{}}
	return &Secret{DataConverter: coded(ring, ""), keys: ring}
}

func coded(ring *keyring, workflowID string) converter.DataConverter {
	return converter.NewCodecDataConverter(converter.GetDefaultDataConverter(), &codec{ring, workflowID})
}

func (s *Secret) of(workflowID string) converter.DataConverter {
	if workflowID == s.workflowID {
		return s
	}
	return &Secret{DataConverter: coded(s.keys, workflowID), keys: s.keys, workflowID: workflowID}
}

// WithWorkflowContext gives the converter of the running workflow.
func (s *Secret) WithWorkflowContext(ctx workflow.Context) converter.DataConverter {
	return s.of(workflow.GetInfo(ctx).WorkflowExecution.ID)
}

// WithContext gives the converter of an activity's workflow, or of the one that For named.
func (s *Secret) WithContext(ctx context.Context) converter.DataConverter {
	if id, ok := ctx.Value(workflowIDKey{}).(string); ok {
		return s.of(id)
	}
	if activity.IsActivity(ctx) {
		return s.of(activity.GetInfo(ctx).WorkflowExecution.ID)
	}
	return s
}

// Encrypted reports whether anything in a message, as a history, is written under a key.
func Encrypted(m proto.Message) bool {
	written, err := proto.Marshal(m)
	return err == nil && bytes.Contains(written, []byte(encrypted))
}

type codec struct {
	keys       *keyring
	workflowID string
}

// Encode encrypts, where the workflow has a key.
func (c *codec) Encode(payloads []*commonpb.Payload) ([]*commonpb.Payload, error) {
	if c.workflowID == "" || len(payloads) == 0 {
		return payloads, nil
	}
	aead, err := c.keys.aead(c.workflowID)
	if err != nil || aead == nil {
		return payloads, err
	}
	sealed := make([]*commonpb.Payload, len(payloads))
	for i, p := range payloads {
		plain, err := p.Marshal()
		if err != nil {
			return payloads, err
		}
		sealed[i] = &commonpb.Payload{
			Metadata: map[string][]byte{encodingKey: []byte(encrypted), workflowKey: []byte(c.workflowID)},
			Data:     aead.Seal(nil, nil, plain, []byte(c.workflowID)),
		}
	}
	return sealed, nil
}

// Decode decrypts what is encrypted.
func (c *codec) Decode(payloads []*commonpb.Payload) ([]*commonpb.Payload, error) {
	opened := make([]*commonpb.Payload, len(payloads))
	for i, p := range payloads {
		if string(p.GetMetadata()[encodingKey]) != encrypted {
			opened[i] = p
			continue
		}
		of := p.GetMetadata()[workflowKey]
		aead, err := c.keys.aead(string(of))
		if err == nil && aead == nil {
			err = ErrForgotten
		}
		if err != nil {
			return payloads, err
		}
		plain, err := aead.Open(nil, nil, p.GetData(), of)
		if err != nil {
			return payloads, err
		}
		opened[i] = &commonpb.Payload{}
		if err := opened[i].Unmarshal(plain); err != nil {
			return payloads, err
		}
	}
	return opened, nil
}

// keyring remembers keys for a while.
type keyring struct {
	keys  Keys
	mu    sync.Mutex
	known map[string]knownKey
}

type knownKey struct {
	aead   cipher.AEAD // nil: the workflow has none
	readAt time.Time
}

const keyTimeout = 5 * time.Second

func (r *keyring) aead(workflowID string) (cipher.AEAD, error) {
	r.mu.Lock()
	k, ok := r.known[workflowID]
	r.mu.Unlock()
	if ok && time.Since(k.readAt) < trustKey {
		return k.aead, nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), keyTimeout)
	defer cancel()
	key, err := r.keys.Key(ctx, workflowID)
	if err != nil {
		return nil, err
	}
	k = knownKey{readAt: time.Now()}
	if key != nil {
		block, err := aes.NewCipher(key)
		if err != nil {
			return nil, err
		}
		if k.aead, err = cipher.NewGCMWithRandomNonce(block); err != nil {
			return nil, err
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.known) >= maxKeys {
		clear(r.known)
	}
	r.known[workflowID] = k
	return k.aead, nil
}
