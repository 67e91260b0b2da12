import numpy as np
from scipy.special import xlogy
import nbcourse as nbc
from nbcourse import evaluation, text
sms=nbc.load("sms")
train,test=evaluation.repeated_splits(sms.labels,n_splits=1,random_state=0)[0]
bag=nbc.BagOfWords(analyzer=text.words).fit(sms[train])
g=np.arange(1,51)/100
A=bag.transform(sms[train]).sum(axis=0)
ham=train[sms.labels[train]=="ham"]
new=bag.transform(sms[test[sms.labels[test]=="ham"]]).sum(axis=0)
for f in (1,.25):
  for seed in range(3):
    r=np.random.default_rng(seed); part=r.choice(ham,int(f*len(ham)),replace=False)
    old=bag.transform(sms[part]).sum(axis=0); sh=old/old.sum()
    print(f,seed,old.sum(),[g[np.argmax([xlogy(new,(1-e)*sh+e*q).sum() for e in g])] for q in (np.full(sh.size,1/sh.size),A/A.sum())])
