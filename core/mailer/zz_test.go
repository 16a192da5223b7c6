package mailer_test
import ("testing";"context";"os";"time";"bufio";"net";"strings"
"kontor.dev/kontor/core/mailer")
func BenchmarkZZ(b *testing.B){
 l,_:=net.Listen("tcp","127.0.0.1:0"); 
 go func(){ for{ c,err:=l.Accept(); if err!=nil{return}; go func(){ r:=bufio.NewReaderSize(c,65536); c.Write([]byte("220 x\r\n")); data:=false
  for { line,err:=r.ReadString('\n'); if err!=nil{return}
   if data { if line==".\r\n" {data=false; c.Write([]byte("250 ok\r\n"))}; continue}
   switch { case strings.HasPrefix(line,"EHLO"): c.Write([]byte("250 x\r\n")); case strings.HasPrefix(line,"DATA"): data=true; c.Write([]byte("354 go\r\n")); default: c.Write([]byte("250 ok\r\n"))} } }() } }()
 s,err:=mailer.NewSMTP(l.Addr().String(),"a@b.de"); if err!=nil {b.Fatal(err)}
 html,_:=os.ReadFile("/tmp/s1/mail.html")
 if len(html)==0 { html=[]byte(strings.Repeat("<p style=\"margin:0 0 12px\">hallo Welt, schöne Bestellung</p>\n",120)) }
 m:=mailer.Message{ID:"x",To:"c@d.de",Subject:"Bestellung",Text:strings.Repeat("Hallo, schöne Bestellung und mehr\n",80),HTML:string(html)}
 for _,n:=range []int{18000,9000,60000}{ m.Attachments=append(m.Attachments,mailer.Attachment{Name:"agb.txt",Type:"text/plain; charset=utf-8",Content:[]byte(strings.Repeat("Allgemeine Geschäftsbedingungen ",n/32))}) }
 c:=s.Connection(); defer c.Close()
 b.ReportAllocs(); t0:=time.Now(); _=t0
 for b.Loop(){ if err:=c.Send(context.Background(),m); err!=nil{b.Fatal(err)} }
}
